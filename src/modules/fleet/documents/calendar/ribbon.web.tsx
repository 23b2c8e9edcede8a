import { VisuallyHidden } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { tone } from "#web/ui/theme/tones.ts";
import type { DocumentCalendarReply } from "./calendar.contract.ts";
import { useDays } from "./use-days.web.ts";
import styles from "./calendar.module.css";

/** So many boxes are drawn of a week at most; its number says how many there are. */
const mostBoxes = 16;

interface RibbonProps {
  calendar: Pick<DocumentCalendarReply, "weeks" | "today">;
  chosen: string | undefined;
  onChoose: (week: string | undefined) => void;
}

/** What has ended and what ends in each of the weeks to come, as boxes: filled ones block. A week is chosen, and let go again. */
export function Ribbon({ calendar: { weeks, today }, chosen, onChoose }: RibbonProps) {
  const { t } = useLingui();
  const { startOf } = useDays(today);
  return (
    <div className={styles["ribbon"]} role="group" aria-label={t`Weeks`}>
      {weeks.map(({ week, count, blocking }, at) => {
        const name = at === 1 ? t`This week` : startOf(week);
        return (
          <button
            key={week}
            type="button"
            className={`${styles["week"]} ${tone(toneAt(at))}`}
            data-ended={at === 0 || undefined}
            data-now={at === 1 || undefined}
            aria-pressed={week === chosen}
            onClick={() => onChoose(week === chosen ? undefined : week)}
          >
            <span>{name}</span>
            <Boxes count={count} blocking={blocking} />
            <b>{count}</b>
            <VisuallyHidden>
              <Trans>of them blocking: {blocking}</Trans>
            </VisuallyHidden>
          </button>
        );
      })}
    </div>
  );
}

/** What has ended is red, what ends within this week or the next amber. */
const toneAt = (at: number) => (at === 0 ? "x" : at < 3 ? "a" : "n");

function Boxes({ count, blocking }: { count: number; blocking: number }) {
  const shown = Math.min(count, mostBoxes);
  const filled = count === 0 ? 0 : Math.round((shown * blocking) / count);
  return (
    <span className={styles["boxes"]} aria-hidden>
      {Array.from({ length: shown }, (_, at) => (
        <i key={at} data-filled={at < filled || undefined} />
      ))}
    </span>
  );
}

/** What the boxes mean, and the weeks to come in one sentence. */
export function Legend({ weeks }: Pick<DocumentCalendarReply, "weeks">) {
  const ahead = weeks.slice(1);
  const sum = (of: "count" | "blocking") => ahead.reduce((total, week) => total + week[of], 0);
  const [count, blocking] = [sum("count"), sum("blocking")];
  return (
    <div className={styles["legend"]}>
      <span className={styles["boxes"]}>
        <i data-filled aria-hidden />
        <Trans>Blocks dispatch at its end</Trans>
      </span>
      <span className={styles["boxes"]}>
        <i aria-hidden />
        <Trans>Does not</Trans>
      </span>
      <span>
        <Trans>
          Within {ahead.length} weeks: {count}, of them blocking: {blocking}
        </Trans>
      </span>
    </div>
  );
}
