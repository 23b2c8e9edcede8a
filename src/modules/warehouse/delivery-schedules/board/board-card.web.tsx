import { ActionIcon } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconArrowsMove from "@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs";
import type { CSSProperties } from "react";
import { Glyph, toneOf } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { tone } from "#web/ui/theme/tones.ts";
import { useOwnTrip, type CardStyle } from "./board-state.web.ts";
import type { DeliveryCard } from "../delivery-schedules.contract.ts";
import { detailsPath } from "../delivery-schedules.status.web.ts";
import styles from "./dock-board.module.css";

interface BoardCardProps {
  card: DeliveryCard;
  look: CardStyle;
  /** Its place in the column; without one it stands in a list. */
  place?: { top: number; height: number; lane: number; lanes: number };
  onMove: (card: DeliveryCard) => void;
}

/** One delivery: leads to its page; M, or its button, moves it. */
export function BoardCard({ card, look, place, onMove }: BoardCardProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const canMove = card.steps.includes("move");
  const who = card.vendorName ?? card.carrierName;
  const own = useOwnTrip()(card);
  const load = [
    card.expectedPallets === null ? null : t`${card.expectedPallets} pal`,
    card.tractorPlate ?? (card.vendorName ? card.carrierName : null),
  ]
    .filter(Boolean)
    .join(", ");
  const height = place?.height ?? 100;
  const style: CSSProperties | undefined = place && {
    top: place.top,
    height,
    insetInlineStart: `calc(${((place.lane - 1) / place.lanes) * 100}% + 3px)`,
    inlineSize: `calc(${100 / place.lanes}% - 6px)`,
  };
  const hasRoom = height > 40;
  return (
    <article
      className={`${styles.card} ${tone(look.icon === "done" || look.icon === "ended" ? "n" : toneOf(look.icon))}`}
      data-icon={look.icon}
      data-placed={place ? true : undefined}
      style={style}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || !canMove) return;
        event.preventDefault();
        onMove(card);
      }}
    >
      <div className={styles.first}>
        <Glyph icon={look.icon} size={13} />
        <a
          className={styles.number}
          href={recordHref(detailsPath, card.id)}
          title={[card.number, who, load, look.text, own].filter(Boolean).join(", ")}
        >
          <RecordNumber>{card.number}</RecordNumber>
        </a>
        {!hasRoom && who && <span className={styles.cut}>{who}</span>}
        <span className={styles.at}>{fmt.time(card.plannedStart)}</span>
        {canMove && (
          <ActionIcon
            className={styles.moves}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t`Move ${card.number}`}
            onClick={() => onMove(card)}
          >
            <IconArrowsMove size={13} stroke={1.8} />
          </ActionIcon>
        )}
      </div>
      {hasRoom && <div className={styles.who}>{who}</div>}
      {height > 52 && (height > 72 || !look.text) && load && <div className={styles.load}>{load}</div>}
      {hasRoom && look.text && <div className={styles.says}>{look.text}</div>}
      {own && (height > 88 || (hasRoom && !look.text)) && <div className={styles.load}>{own}</div>}
    </article>
  );
}
