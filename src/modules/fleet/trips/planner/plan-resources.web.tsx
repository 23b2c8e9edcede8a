import { Trans, useLingui } from "@lingui/react/macro";
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
  const { vehicleId, driverId, coDriverId, assetIds } = plan;
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
        chosen={one(vehicleId)}
        error={errors["vehicleId"]}
        onChange={([id = null]) => change({ ...plan, vehicleId: id })}
      />
      <ResourceChoice
        kind="driver"
        title={<Trans>Driver</Trans>}
        name={t`Driver`}
        plan={plan}
        chosen={one(driverId)}
        others={one(coDriverId)}
        error={errors["driverId"]}
        onChange={([id = null]) => change({ ...plan, driverId: id })}
      />
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
