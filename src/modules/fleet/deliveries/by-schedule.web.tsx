import { useQuery } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { Navigate, useParams } from "@tanstack/react-router";
import { call } from "#web/api/api.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { fleetDeliveries } from "./deliveries.contract.ts";

/** `/fleet/deliveries/:deliveryScheduleId`: leads to the delivery that carries one of the warehouse. */
export function DeliveryBySchedule() {
  const { deliveryScheduleId } = useParams({ strict: false }) as { deliveryScheduleId: string }; // the path of this page has it
  const isId = /^[0-9a-f-]{36}$/i.test(deliveryScheduleId);
  const { data, isPending } = useQuery({
    queryKey: [fleetDeliveries.list.path, "of-schedule", deliveryScheduleId],
    queryFn: ({ signal }) => call(fleetDeliveries.list, { query: { deliveryScheduleId, sort: "-createdAt" }, signal }),
    enabled: isId,
  });
  if (isId && isPending) return <DetailSkeleton />;
  const found = data?.items.find(({ status }) => status !== "cancelled") ?? data?.items[0];
  if (found) return <Navigate to="/fleet/deliveries/details" search={{ id: found.id } as never} replace />;
  return (
    <EmptyState isPage drawing="ended" title={<Trans>The own fleet does not carry this delivery</Trans>}>
      <Trans>Make a fleet delivery of it, and put that on a trip.</Trans>
    </EmptyState>
  );
}
