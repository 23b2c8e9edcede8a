import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { asProblem } from "#web/api/problem.ts";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { TripStop } from "./trip-stops/trip-stops.contract.ts";
import type { TripCheck } from "./guards/trip-check.contract.ts";
import type { Trip } from "./trips.contract.ts";

export const tripNaming: Naming = {
  one: msg`trip`,
  many: msg`trips`,
  about: msg`A trip is one vehicle, its driver and the stops in their order. Plan one: from then on nobody else has them for that time.`,
};

export const tripStatusStyles: StatusStyles<Trip["status"]> = stateStyles("trip_statuses", {
  draft: "draft",
  planned: "open",
  dispatched: { icon: "wait", tone: "v" },
  in_progress: "live",
  paused: "warn",
  completed: "done",
  cancelled: "ended",
  aborted: "bad",
});

export const stopStatusStyles: StatusStyles<TripStop["status"]> = {
  pending: "draft",
  en_route: "wait",
  arrived: "live",
  completed: "done",
  failed: "bad",
  skipped: "ended",
};

type ToldCheck = Omit<TripCheck, "vehicleId" | "driverId" | "assetId" | "deliveryId" | "isFinal" | "key">;

/** What keeps a trip from leaving, in a sentence. */
export function CheckWords({ check }: { check: ToldCheck }) {
  return useCheckWords()(check);
}

/** The same as a text. */
export function useCheckWords(): (check: ToldCheck) => string {
  const { t } = useLingui();
  const fmt = useFormat();
  return ({ code, about, what, has, may }) => {
    const [loaded, allowed] = [fmt.quantity(has ?? "0"), fmt.quantity(may ?? "0")];
    const reason = what ?? "";
    return {
      vehicle_held: what === null ? t`${about} may not leave` : t`${about} may not leave: ${reason}`,
      vehicle_document_ends: t`${about}: ${reason} ends before the trip does`,
      vehicle_retired: t`${about} is retired`,
      driver_not_active: t`${about} does not drive now: not active`,
      driver_left: t`${about} has left the company`,
      driver_not_available: t`${about} is not available on these days`,
      licence_missing:
        what === null ? t`${about} has no valid licence` : t`${about} has no valid licence of class ${reason}`,
      licence_ends: t`The licence of ${about} ends before the trip does`,
      document_missing:
        what === null
          ? t`${about} lacks a valid document, a confidential one, until the trip ends`
          : t`${about} lacks a valid ${reason} until the trip ends`,
      asset_not_usable: what === null ? t`${about} is not in use` : t`${about} is not in use: ${reason}`,
      asset_retired: t`${about} has left the fleet`,
      combination_too_heavy: t`${about} may weigh ${allowed} kg together, and would weigh ${loaded} kg`,
      planned_end_past: t`The planned end of ${about} is past: give it other times`,
      overlaps_trip: t`${about} was on trip ${reason} at the same time`,
      no_dangerous_goods_certificate: t`${about} has no certificate for dangerous goods`,
      too_heavy: t`${about} may carry ${allowed} kg, and ${loaded} kg are planned`,
      too_large: t`${about} has room for ${allowed} m³, and ${loaded} m³ are planned`,
      too_many_pallets: t`${about} has room for ${allowed} pallets, and ${loaded} are planned`,
    }[code];
  };
}

/** The same of several. */
export const CheckList = ({ checks }: { checks: readonly TripCheck[] }) => (
  <Stack as="ul" gap={2}>
    {checks.map((check) => (
      <li key={check.key}>
        <CheckWords check={check} />
      </li>
    ))}
  </Stack>
);

/** What keeps a trip from what was asked of it, as its refusal tells; nothing where that was refused for something else. */
export function checksOf(error: unknown): readonly TripCheck[] {
  const { code, details } = asProblem(error);
  return code === "not_ready" ? (details as { checks: readonly TripCheck[] }).checks : []; // what goes with that code
}

/** What is out on another trip, and until when. */
export function StillOut({ trip: { id, tripNumber, expectedAt, what } }: { trip: Trip["waitsFor"][number] }) {
  const fmt = useFormat();
  return (
    <Trans>
      {what.join(", ")} on <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a>, expected back{" "}
      {fmt.instant(expectedAt)}
    </Trans>
  );
}
