import { useMutation } from "@tanstack/react-query";
import type { QueryInput, ReplyOf } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { driverAssignments } from "../../driver-assignments/driver-assignments.contract.ts";

type Asked = QueryInput<typeof driverAssignments.proposal>;
type Pair = { readonly [K in keyof ReplyOf<typeof driverAssignments.proposal>]: string };

/** Asks who belongs to a vehicle that was just chosen, or which vehicle to a driver. Where it cannot be known nothing is proposed. */
export function useProposal(onFound: (pair: Pair, asked: Asked) => void) {
  const { mutate } = useMutation({
    meta: { quiet: true },
    mutationFn: (query: Asked) => call(driverAssignments.proposal, { query }),
    onSuccess({ vehicleId, driverId }, asked) {
      if (vehicleId !== null && driverId !== null) onFound({ vehicleId, driverId }, asked);
    },
  });
  return mutate;
}
