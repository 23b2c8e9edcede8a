import { msg } from "@lingui/core/macro";
import { Chip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { Asset } from "./assets.contract.ts";
import { containerWords } from "./container-no.ts";

export const assetNaming: Naming = {
  one: msg`asset`,
  many: msg`assets`,
  about: msg`An asset is what you track besides vehicles: trailers, containers, equipment, pools of pallets. Say of each where it is.`,
};

/** What the fields of an asset are called, in its form and on its page. */
export const assetLabels = {
  assetNo: msg`Asset number`,
  containerNo: msg`Container number`,
  plateNumber: msg`Plate`,
  plateCountry: msg`Country of the plate`,
  tareKg: msg`Tare, kg`,
  maxGrossKg: msg`Max. gross, kg`,
  cargoVolumeM3: msg`Cargo space, m³`,
};

export const availabilityStyles: StatusStyles<Asset["availability"]> = stateStyles("asset_availability", {
  available: "open",
  booked: { icon: "wait", tone: "v" },
  on_trip: "live",
  maintenance: { icon: "wait", tone: "a" },
  lost: "bad",
  retired: "ended",
});
export const lifeStyles: StatusStyles<Asset["status"]> = stateStyles("asset_life", {
  available: "open",
  maintenance: { icon: "wait", tone: "a" },
  lost: "bad",
  retired: "ended",
});

const conditionIcons = { good: "done", worn: "warn", damaged: "bad" } as const;

/** In which condition it is. */
export function Condition({ of: { condition } }: { of: Pick<Asset, "condition"> }) {
  const words = useWords();
  return (
    <Chip icon={conditionIcons[condition]} look="bare">
      {words(condition)}
    </Chip>
  );
}

/** By what people know it beside its number: what stands on its door, or its plate. */
export function OwnNumber({
  of: { containerNo, plateCountry, plateNumber },
}: {
  of: Pick<Asset, "containerNo" | "plateCountry" | "plateNumber">;
}) {
  if (containerNo !== null) return <bdi>{containerWords(containerNo)}</bdi>;
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
