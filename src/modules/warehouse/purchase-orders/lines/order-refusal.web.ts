import type { LineErrors } from "./order-grid.web.tsx";
import type { DraftLine } from "./order-draft.web.ts";

/** What a refusal says by path, and the lines as they were sent, blank ones left out. */
export interface RefusedLines {
  readonly fields: Readonly<Record<string, string>>;
  readonly sent: readonly DraftLine[];
}

export const nothingRefused: RefusedLines = { fields: {}, sent: [] };

/** What the refusal says of lines, by their keys: of each field until it is changed, of a line until anything of it is. */
export function lineErrorsOf({ fields, sent }: RefusedLines, lines: readonly DraftLine[]): LineErrors {
  const now = new Map(lines.map((line) => [line.key, line]));
  const found = new Map<number, Record<string, string>>();
  for (const [path, sentence] of Object.entries(fields)) {
    const [, place, field = ""] = /^items\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const refused = place === undefined ? undefined : sent[Number(place)];
    const line = refused && now.get(refused.key);
    if (!line) continue;
    const isAsSent =
      field in line ? line[field as keyof DraftLine] === refused[field as keyof DraftLine] : line === refused;
    if (isAsSent) found.set(line.key, { ...found.get(line.key), [field]: sentence });
  }
  return found;
}
