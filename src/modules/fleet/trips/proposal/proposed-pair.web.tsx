import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useFormScope } from "#web/form/scope.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { momentOf } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useProposal } from "./use-proposal.web.ts";

/**
 * In the form of a trip: once a vehicle is chosen and no driver is, the one who usually drives it is put there, and the other
 * way round. What somebody has chosen stays.
 */
export function ProposedPair() {
  const { form } = useFormScope();
  const { zone } = useFormat();
  const [proposed, setProposed] = useState<"vehicleId" | "driverId" | null>(null);
  const text = (name: string) => String(form.getValues()[name] ?? "");
  const propose = useProposal((pair, { vehicleId, driverId }) => {
    const isAsIt = text("vehicleId") === (vehicleId ?? "") && text("driverId") === (driverId ?? "");
    if (!isAsIt) return;
    const name = vehicleId === undefined ? "vehicleId" : "driverId";
    form.setFieldValue(name, pair[name]);
    setProposed(name);
  });
  const ask = (changed?: "vehicleId" | "driverId") => {
    setProposed(null);
    // What was only proposed goes with what it was proposed for: clearing it asks anew.
    const other = changed === "vehicleId" ? "driverId" : "vehicleId";
    if (changed !== undefined && proposed === other) return form.setFieldValue(other, "");
    const [vehicleId, driverId] = [text("vehicleId"), text("driverId")];
    const [from, until] = [momentOf(text("plannedStart"), zone), momentOf(text("plannedEnd"), zone)];
    if ((vehicleId === "") === (driverId === "") || !(Date.parse(until) > Date.parse(from))) return undefined;
    return propose({ ...(vehicleId === "" ? { driverId } : { vehicleId }), from, until });
  };
  form.watch("vehicleId", () => ask("vehicleId"));
  form.watch("driverId", () => ask("driverId"));
  form.watch("plannedStart", () => ask());
  form.watch("plannedEnd", () => ask());
  if (proposed === null) return null;
  return (
    <Text as="p" tone="dim" size="small" role="status">
      {proposed === "driverId" ? (
        <Trans>Proposed: this driver usually drives the vehicle.</Trans>
      ) : (
        <Trans>Proposed: the vehicle is this driver's.</Trans>
      )}
    </Text>
  );
}
