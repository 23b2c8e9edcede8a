import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Text } from "#web/ui/layout/text.tsx";
import { useProposal } from "../proposal/use-proposal.web.ts";
import { PlanChecks, PlanLoad } from "./plan-load.web.tsx";
import { ResourceChoice } from "./resource-choice.web.tsx";
import type { PlanEdit } from "./use-plan.web.ts";
import styles from "./planner.module.css";

interface ResourcesProps {
  edit: PlanEdit;
  errors: Readonly<Record<string, string>>;
}

/** What the trip may carry, what would keep it, and who and what drives it. */
export function PlanResources({ edit: { plan, preview, change }, errors }: ResourcesProps) {
  const { t } = useLingui();
  const { of, plannedStart, plannedEnd, vehicleId, driverId, coDriverId, others, assetIds } = plan;
  const [proposed, setProposed] = useState<"vehicle" | "driver" | null>(null);
  const propose = useProposal((pair, asked) => {
    const isAsked = vehicleId === (asked.vehicleId ?? null) && driverId === (asked.driverId ?? null); // nothing was chosen since
    const isOnIt = [coDriverId, ...others.map((other) => other.driverId)].includes(pair.driverId);
    if (!isAsked || isOnIt) return;
    change({ ...plan, ...pair });
    setProposed(driverId === null ? "driver" : "vehicle");
  });
  /** What was chosen, and what usually goes with it where that is still open. */
  const choose = (next: Pick<typeof plan, "vehicleId"> | Pick<typeof plan, "driverId">) => {
    const isVehicle = "vehicleId" in next;
    // What was only proposed goes with what it was proposed for.
    const wasProposed = proposed === (isVehicle ? "driver" : "vehicle");
    const kept = wasProposed ? (isVehicle ? { driverId: null } : { vehicleId: null }) : {};
    const chosen = { vehicleId, driverId, ...kept, ...next };
    change({ ...plan, ...chosen });
    setProposed(null);
    const given = Object.fromEntries(Object.entries(next).filter(([, id]) => id !== null));
    if (Object.keys(given).length === 0 || (chosen.vehicleId === null) === (chosen.driverId === null)) return;
    propose({ ...given, from: plannedStart, until: plannedEnd, ...(of ? { tripId: of.id } : {}) });
  };
  const note = (
    <Text as="p" tone="dim" size="small" role="status">
      {proposed === "driver" && <Trans>Proposed: this driver usually drives the vehicle.</Trans>}
      {proposed === "vehicle" && <Trans>Proposed: the vehicle is this driver's.</Trans>}
    </Text>
  );
  const { kilograms, pallets } = preview.data?.load ?? {};
  // What is on trailers is not for the vehicle alone.
  const load =
    assetIds.length > 0
      ? {}
      : {
          ...(kilograms?.has == null ? {} : { kilograms: String(kilograms.has) }),
          ...(pallets?.has == null ? {} : { pallets: String(pallets.has) }),
        };
  const one = (id: string | null) => (id === null ? [] : [id]);
  return (
    <section className={styles["limits"]} aria-label={t`Vehicle and people`} tabIndex={0}>
      <PlanLoad plan={plan} preview={preview} onChange={change} />
      <PlanChecks plan={plan} preview={preview} />
      <ResourceChoice
        kind="vehicle"
        title={<Trans>Vehicle</Trans>}
        name={t`Vehicle`}
        plan={plan}
        load={load}
        chosen={one(vehicleId)}
        error={errors["vehicleId"]}
        onChange={([id = null]) => choose({ vehicleId: id })}
      />
      {proposed === "vehicle" && note}
      <ResourceChoice
        kind="driver"
        title={<Trans>Driver</Trans>}
        name={t`Driver`}
        plan={plan}
        chosen={one(driverId)}
        others={one(coDriverId)}
        error={errors["driverId"]}
        onChange={([id = null]) => choose({ driverId: id })}
      />
      {proposed === "driver" && note}
      <ResourceChoice
        kind="driver"
        title={<Trans>Co-driver</Trans>}
        name={t`Co-driver`}
        plan={plan}
        chosen={one(coDriverId)}
        others={one(driverId)}
        error={errors["crew.0.driverId"]}
        onChange={([id = null]) => change({ ...plan, coDriverId: id })}
      />
      <ResourceChoice
        kind="asset"
        title={<Trans>Trailers and other assets</Trans>}
        name={t`Trailers and other assets`}
        plan={plan}
        chosen={assetIds}
        isMany
        error={errors["assets"]}
        onChange={(ids) => change({ ...plan, assetIds: ids })}
      />
    </section>
  );
}
