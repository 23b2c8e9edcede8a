import { msg } from "@lingui/core/macro";
import { Chip } from "#web/ui/status/chip.tsx";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { Tone } from "#web/ui/theme/tones.ts";
import type { ReferenceValue } from "../reference-lists.contract.ts";

/** The colours there are, by what people call them. */
export const colours = [
  [null, msg`Plain`],
  ["n", msg`Grey`],
  ["l", msg`Blue`],
  ["g", msg`Green`],
  ["a", msg`Amber`],
  ["x", msg`Red`],
  ["v", msg`Violet`],
] as const;

/** A tone's own drawing, so that colour is never all that tells two values apart. */
const icons: Readonly<Record<Tone, IconName>> = { n: "open", l: "live", g: "done", a: "warn", x: "bad", v: "wait" };

/** A state keeps its drawing whatever its colour. */
const stateIcons = { open: "live", done: "done", failed: "bad" } as const;

/** A value as it is shown where somebody chose it. */
export function ValueChip({
  label,
  color,
  group = null,
}: Pick<ReferenceValue, "label" | "color"> & { group?: ReferenceValue["group"] }) {
  const words = useWords();
  return color === null ? (
    <span>{words({ id: label })}</span>
  ) : (
    <Chip icon={group ? stateIcons[group] : icons[color]} tone={color}>
      {words({ id: label })}
    </Chip>
  );
}
