import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, type CSSProperties } from "react";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Door } from "#web/ui/marks.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { BoardCard } from "./board-card.web.tsx";
import { closedHours, shownHours, shownTime, useCardStyle, useDockNow } from "./board-state.web.ts";
import type { Board, DeliveryCard } from "../delivery-schedules.contract.ts";
import styles from "./dock-board.module.css";

const hourMs = 3_600_000;
const hourPx = 58;

interface BoardGridProps {
  board: Board;
  now: number;
  onMove: (card: DeliveryCard) => void;
}

/** The docks side by side, the hours of the day downwards; a dock for several trucks is wider, each in its lane. */
export function BoardGrid({ board, now, onMove }: BoardGridProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const look = useCardStyle(board, now);
  const shown = shownHours(board, now);
  const y = (at: number) => ((at - shown.from) / hourMs) * hourPx;
  const hours = Array.from(
    { length: Math.round((shown.until - shown.from) / hourMs) },
    (_, at) => shown.from + at * hourMs,
  );
  const isNow = now >= shown.from && now < shown.until;
  const wide = (lanes: number) =>
    lanes > 1 ? `minmax(${lanes * 144}px, ${1 + (lanes - 1) * 0.62}fr)` : "minmax(150px, 1fr)";
  const columns: CSSProperties = {
    gridTemplateColumns: `52px ${board.docks.map(({ parallelCapacity }) => wide(parallelCapacity)).join(" ")}`,
  };
  const scroll = useRef<HTMLDivElement>(null);
  const starts = board.docks.flatMap(({ deliveries }) => deliveries.map((card) => shownTime(card, now).from));
  const opensAt = isNow ? now : Math.min(...starts, shown.until);
  useEffect(() => {
    scroll.current?.scrollTo({ top: y(opensAt) - 2 * hourPx });
    // Where somebody has scrolled to since stays as it is.
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day
  }, [board.date, board.locationId]);
  return (
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label={t`Board`}>
      <div className={styles.board} style={columns}>
        <div className={styles.gutter}>
          <div className={styles.dockHead} />
          <div className={styles.hours} style={{ height: y(shown.until) }}>
            {hours.map((at) => (
              <span key={at} className={styles.hour} style={{ top: y(at) }}>
                {fmt.time(new Date(at).toISOString())}
              </span>
            ))}
            {isNow && (
              <time className={styles.nowTime} style={{ top: y(now) }}>
                {fmt.time(new Date(now).toISOString())}
              </time>
            )}
          </div>
        </div>
        {board.docks.map((dock) => (
          <section key={dock.id} className={styles.column} aria-label={t`Dock ${dock.code}`}>
            <DockHead
              dock={dock}
              now={now}
              isToday={now >= Date.parse(board.day.from) && now < Date.parse(board.day.until)}
            />
            <div className={styles.body} style={{ height: y(shown.until), backgroundSize: `100% ${hourPx}px` }}>
              {closedHours(board, shown).map(({ from, until, reason }) => (
                <div key={from} className={styles.closed} style={{ top: y(from), height: y(until) - y(from) }}>
                  {reason && <span>{reason}</span>}
                </div>
              ))}
              {dock.downtimes.map((downtime) => (
                <Downtime key={downtime.id} downtime={downtime} shown={shown} y={y} />
              ))}
              {Array.from({ length: dock.parallelCapacity - 1 }, (_, at) => (
                <i
                  key={at}
                  className={styles.lane}
                  style={{ insetInlineStart: `${((at + 1) / dock.parallelCapacity) * 100}%` }}
                />
              ))}
              <Cards dock={dock} look={look} now={now} y={y} onMove={onMove} />
              {isNow && (
                <>
                  <i className={styles.now} style={{ top: y(now) }} />
                  <i className={styles.nowOver} style={{ top: y(now) }} />
                </>
              )}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

type Dock = Board["docks"][number];

function DockHead({ dock, now, isToday }: { dock: Dock; now: number; isToday: boolean }) {
  const words = useWords();
  const live = useDockNow(now)(dock);
  return (
    <header className={styles.dockHead}>
      <Door number={dock.code} />
      <span className={styles.dockText}>
        <span className={styles.live}>
          {isToday || dock.status !== "active" ? (
            <>
              <Glyph icon={live.icon} size={12} /> {live.text}
            </>
          ) : (
            <Trans>{dock.deliveries.length} booked</Trans>
          )}
        </span>
        <span className={styles.kind}>
          {words(dock.dockType)}
          {dock.parallelCapacity > 1 && (
            <>
              , <Trans>{dock.parallelCapacity} lanes</Trans>
            </>
          )}
        </span>
      </span>
    </header>
  );
}

function Cards({
  dock,
  look,
  now,
  y,
  onMove,
}: {
  dock: Dock;
  look: ReturnType<typeof useCardStyle>;
  now: number;
  y: (at: number) => number;
  onMove: (card: DeliveryCard) => void;
}) {
  return dock.deliveries
    .toSorted((a, b) => a.plannedStart.localeCompare(b.plannedStart))
    .map((card) => {
      const time = shownTime(card, now);
      const top = y(time.from);
      return (
        <BoardCard
          key={card.id}
          card={card}
          look={look(card)}
          place={{
            top: top + 1,
            height: Math.max(y(time.until) - top - 3, 25),
            lane: Math.min(card.lane ?? 1, dock.parallelCapacity),
            lanes: dock.parallelCapacity,
          }}
          onMove={onMove}
        />
      );
    });
}

function Downtime({
  downtime,
  shown,
  y,
}: {
  downtime: Dock["downtimes"][number];
  shown: { from: number; until: number };
  y: (at: number) => number;
}) {
  const fmt = useFormat();
  const [from, until] = [
    Math.max(Date.parse(downtime.from), shown.from),
    Math.min(Date.parse(downtime.until), shown.until),
  ];
  if (until <= from) return null;
  return (
    <div className={styles.closed} data-downtime style={{ top: y(from), height: y(until) - y(from) }}>
      <span>
        <Trans>Closed until {fmt.instant(downtime.until)}</Trans>
        <br />
        {downtime.reason}
      </span>
    </div>
  );
}
