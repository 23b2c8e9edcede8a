import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Chip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { Vehicle } from "./vehicles.contract.ts";

export const vehicleNaming: Naming = {
  one: msg`vehicle`,
  many: msg`vehicles`,
  about: msg`A vehicle is what drives or is pulled for you. Add each one with the number that people call it by; its model fills what you leave empty.`,
};

export const availabilityStyles: StatusStyles<Vehicle["availability"]> = stateStyles("vehicle_availability", {
  available: "open",
  booked: { icon: "wait", tone: "v" },
  on_trip: "live",
  held: { icon: "bad", tone: "x" },
  laid_up: { icon: "draft", tone: "n" },
  retired: "ended",
});
export const lifeStyles: StatusStyles<Vehicle["status"]> = stateStyles("vehicle_life", {
  onboarding: "draft",
  in_service: "live",
  out_of_service: { icon: "wait", tone: "a" },
  retired: "ended",
});

/** A plate as it stands on the vehicle, with its country in front. */
export function Plate({ of: { plateCountry, plateNumber } }: { of: Pick<Vehicle, "plateCountry" | "plateNumber"> }) {
  if (plateNumber === null) return null;
  return (
    <bdi>
      <Text tone="dim" size="small">
        {plateCountry}
      </Text>{" "}
      {plateNumber}
    </bdi>
  );
}

/** What a meter counts in, as it is written beside a number: a unit is no word. */
export const meterUnits: StatusStyles<Vehicle["meterUnit"]> = {
  km: { icon: "open", label: msg`km` },
  mi: { icon: "open", label: msg`mi` },
  h: { icon: "open", label: msg`h` },
};

/** What its meter shows, in the unit of the vehicle. */
export function MeterValue({ of: { meterValue, meterUnit } }: { of: Pick<Vehicle, "meterValue" | "meterUnit"> }) {
  const fmt = useFormat();
  return meterValue === null ? <Nothing /> : `${fmt.quantity(meterValue)} ${meterUnit}`;
}

/** Why it may not leave, in a few words. */
export function BlockWords({ block }: { block: Vehicle["blocks"][number] }) {
  const { t } = useLingui();
  const words = useWords();
  const fmt = useFormat();
  const { code, kind, reason, documentType, endedOn } = block;
  const paper = documentType ?? "";
  if (code === "document_missing") return t`${paper} is missing`;
  if (endedOn !== null) {
    const day = fmt.date(endedOn);
    return t`${paper} ended ${day}`;
  }
  if (code === "health") return `${t`Not safe`}: ${reason ?? ""}`;
  if (code === "status") return reason;
  const what = kind === null || kind === "manual" ? null : words(kind); // who has typed a reason says what it is
  return [what, reason].filter(Boolean).join(": ");
}

/** Who keeps it and since when; nothing where the product says it by itself. */
export function BlockOrigin({ block: { by, since, until } }: { block: Vehicle["blocks"][number] }) {
  const fmt = useFormat();
  const parts = [
    by,
    since && <Trans key="since">since {fmt.instant(since)}</Trans>,
    until && <Trans key="until">expected until {fmt.date(until)}</Trans>,
  ].filter(Boolean);
  return parts.map((part, at) => (
    <Text key={at} tone="dim">
      {at > 0 && ", "}
      {part}
    </Text>
  ));
}

const healthIcons = { unknown: "draft", good: "done", attention: "warn", critical: "bad" } as const;

/** How it is: in the company's own words where a person said so, else the level that is computed. */
export function Health({ of: { healthLevel, healthName } }: { of: Pick<Vehicle, "healthLevel" | "healthName"> }) {
  const words = useWords();
  return (
    <Chip icon={healthIcons[healthLevel]} look="bare">
      {healthName ?? words(healthLevel)}
    </Chip>
  );
}
