import { useLingui } from "@lingui/react/macro";
import { StepsLine, type Station } from "#web/ui/status/steps-line.tsx";
import type { ImportRecord } from "./imports.contract.ts";

/** File, columns, try, apply. */
export function ImportWay({ record }: { record: ImportRecord | undefined }) {
  const { t } = useLingui();
  const at = { none: 0, uploaded: 1, checked: 2, applying: 3, failed: 3, done: 4 }[record?.state ?? "none"];
  const names = [t`File`, t`Columns`, t`Check`, t`Apply`];
  const stations = names.map((label, n): Station => ({
    label,
    when: n < at ? "past" : n === at ? "now" : "ahead",
    icon: n < at ? "done" : n === at ? "live" : "open",
  }));
  return <StepsLine stations={stations} />;
}
