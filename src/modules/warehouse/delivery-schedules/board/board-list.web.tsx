import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Chip } from "#web/ui/status/chip.tsx";
import { Door } from "#web/ui/marks.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { capital } from "#shared/format/names.ts";
import { recordHref } from "#web/list/data/address.ts";
import { shownTime, useCardStyle, useOwnTrip } from "./board-state.web.ts";
import type { Board, DeliveryCard } from "../delivery-schedules.contract.ts";
import { detailsPath } from "../delivery-schedules.status.web.ts";
import styles from "./dock-board.module.css";

/** The same day as a list, by time: for the phone, and for whoever reads rather than looks. */
export function BoardList({ board, now, onMove }: { board: Board; now: number; onMove: (card: DeliveryCard) => void }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const look = useCardStyle(board, now);
  const own = useOwnTrip();
  const codes = new Map(board.docks.map(({ id, code }) => [id, code]));
  const cards = [...board.unplaced, ...board.docks.flatMap(({ deliveries }) => deliveries)]
    .map((card) => ({ card, time: shownTime(card, now) }))
    .toSorted((a, b) => a.time.from - b.time.from);
  const list = useRef<HTMLOListElement>(null);
  const isToday = now >= Date.parse(board.day.from) && now < Date.parse(board.day.until);
  const first = isToday ? cards.findIndex(({ time }) => time.until >= now) : 0;
  useEffect(() => {
    const row = list.current?.children[first === -1 ? cards.length - 1 : first];
    if (row instanceof HTMLElement) list.current?.scrollTo({ top: row.offsetTop - list.current.offsetTop });
    // Where somebody has scrolled to since stays as it is.
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day
  }, [board.date, board.locationId]);
  return (
    <ol ref={list} className={styles.agenda} aria-label={t`Deliveries of the day`} tabIndex={0}>
      {cards.map(({ card, time }) => {
        const { icon, text } = look(card);
        const code = card.dockId === null ? null : codes.get(card.dockId);
        return (
          <li key={card.id}>
            <span className={styles.agendaTime}>
              {fmt.time(new Date(time.from).toISOString())}
              <span>{fmt.time(new Date(time.until).toISOString())}</span>
            </span>
            {code ? (
              <Door number={code} />
            ) : (
              <span className={styles.noDock}>
                <Trans>no dock</Trans>
              </span>
            )}
            <span className={styles.agendaText}>
              <a className={styles.number} href={recordHref(detailsPath, card.id)}>
                <RecordNumber>{card.number}</RecordNumber>
              </a>
              <span className={styles.cut}>{card.vendorName ?? card.carrierName}</span>
              {card.ownTrip && <span className={styles.cut}>{own(card)}</span>}
            </span>
            <span className={styles.agendaEnd}>
              <Chip icon={icon} look="bare">
                {capital(text ?? t`planned`)}
              </Chip>
              {card.steps.includes("move") && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t`Move ${card.number}`}
                  onClick={() => onMove(card)}
                >
                  <Trans>Move</Trans>
                </Button>
              )}
            </span>
          </li>
        );
      })}
      {cards.length === 0 && (
        <li className={styles.empty}>
          <Trans>Nothing is planned on this day.</Trans>
        </li>
      )}
    </ol>
  );
}
