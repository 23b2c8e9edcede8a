import { useLingui } from "@lingui/react/macro";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { share, type Span } from "./timeline-rows.web.ts";
import type { TimelineRow } from "./timeline.contract.ts";
import styles from "./timeline.module.css";

interface HatchedProps {
  row: TimelineRow;
  /** The day or the week. */
  whole: Span;
}

/** When a row is held, or not available for what nobody is told who plans: over the time that it lasts. */
export function Hatched({ row, whole }: HatchedProps) {
  const { t } = useLingui();
  const part = (icon: IconName, words: string) => (span: TimelineRow["away"][number]) => (
    <div
      key={`${icon} ${span.from}`}
      className={styles["away"]}
      style={{
        insetInlineStart: share(Date.parse(span.from), whole),
        insetInlineEnd: `calc(100% - ${share(Date.parse(span.until), whole)})`,
      }}
    >
      <span>
        <Glyph icon={icon} size={12} /> {words}
      </span>
    </div>
  );
  return [...row.away.map(part("ended", t`Not available`)), ...row.held.map(part("bad", t`Held`))];
}
