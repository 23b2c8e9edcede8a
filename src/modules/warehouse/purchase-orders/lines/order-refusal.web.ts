import type { LineErrors } from "./order-grid.web.tsx";
import type { DraftLine } from "./order-draft.web.ts";

/** What a refusal says of lines, by their keys: the server names them as they were sent, blank ones left out. */
export function lineErrorsOf(
  fields: Readonly<Record<string, string>>,
  sent: readonly Pick<DraftLine, "key">[],
): LineErrors {
  const found = new Map<number, Record<string, string>>();
  for (const [path, sentence] of Object.entries(fields)) {
    const [, place, field = ""] = /^items\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const line = place === undefined ? undefined : sent[Number(place)];
    if (line) found.set(line.key, { ...found.get(line.key), [field]: sentence });
  }
  return found;
}
