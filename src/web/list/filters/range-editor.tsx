import { useLingui } from "@lingui/react/macro";
import { isDay } from "#web/ui/inputs/date-text.ts";
import { DateInput, fetchCalendar } from "#web/ui/inputs/date-input.tsx";
import type { EditorProps } from "./filter-editor.tsx";
import styles from "../tools.module.css";

/** Brings what opens from here. */
export const fetchParts = () => fetchCalendar();

/** The first and the last day of a range, each of which may be open. */
export function RangeEditor({ value, onChange }: EditorProps) {
  const { t } = useLingui();
  const [from = "", to = ""] = value.split("..").map((day) => (isDay(day) ? day : ""));
  const change = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom === "" && nextTo === "" ? "" : `${nextFrom}..${nextTo}`);
  return (
    <div className={styles.range}>
      <DateInput label={t`From`} value={from} max={to || undefined} onCommit={(day) => change(day, to)} />
      <DateInput label={t`To`} value={to} min={from || undefined} onCommit={(day) => change(from, day)} />
    </div>
  );
}
