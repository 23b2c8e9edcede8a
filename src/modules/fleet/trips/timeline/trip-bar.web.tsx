import { ActionIcon } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconArrowsMove from "@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs";
import type { ComponentProps } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { recordHref } from "#web/list/data/address.ts";
import { classes } from "#web/ui/layout/layout.tsx";
import { Glyph, toneOf } from "#web/ui/status/glyph.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripStopFlow } from "../trip-stops/trip-stops.flow.ts";
import type { TripBar } from "./timeline.contract.ts";
import { isUnread, useBarStyle } from "./bar-style.web.ts";
import { planOf, share, shownSpan, type Span } from "./timeline-rows.web.ts";
import styles from "./timeline.module.css";

interface TripBarProps extends Pick<ComponentProps<"article">, "onKeyDown" | "onBlur"> {
  trip: TripBar;
  /** Who or what else is on it: its driver in the row of a vehicle. */
  beside: string | null;
  now: number;
  /** Its place in a row; without one it stands in a list. */
  place?: { readonly day: Span; readonly lane: number };
  isMovable: boolean;
  /** It would not be dispatched as it is now, or may not drive. */
  isRefused?: boolean;
  /** Somebody moves it: it stays where it is as a shadow. */
  isHeld?: boolean;
  pointer?: Partial<ComponentProps<"article">>;
  onMove: (trip: TripBar) => void;
}

/** One trip: leads to its page; arrows, M, or its button move it. */
export function TripBarCard(props: TripBarProps) {
  const {
    trip,
    beside,
    now,
    place,
    isMovable,
    isRefused = false,
    isHeld = false,
    pointer,
    onMove,
    onKeyDown,
    onBlur,
  } = props;
  const { t } = useLingui();
  const fmt = useFormat();
  const look = useBarStyle(now)(trip, isRefused);
  const span = shownSpan(trip, now);
  const plan = planOf(trip);
  const times = `${fmt.instant(trip.plannedStart)} – ${fmt.instant(trip.plannedEnd)}`;
  return (
    <article
      className={classes(styles["bar"], tone(look.icon === "done" || look.icon === "ended" ? "n" : toneOf(look.icon)))}
      data-icon={look.icon}
      data-unread={isUnread(trip) || undefined}
      data-placed={place ? true : undefined}
      data-movable={isMovable || undefined}
      data-held={isHeld || undefined}
      data-trip={trip.tripNumber}
      style={
        place && {
          insetInlineStart: share(span.from, place.day),
          insetInlineEnd: `calc(100% - ${share(span.until, place.day)})`,
          insetBlockStart: 5 + place.lane * 27,
        }
      }
      {...pointer}
      onBlur={onBlur}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || !isMovable) return;
        event.preventDefault();
        onMove(trip);
      }}
    >
      {place && <Marks trip={trip} day={span} plan={plan} />}
      <Glyph icon={look.icon} size={13} />
      <a
        className={styles["number"]}
        href={recordHref("/fleet/trips/details", trip.id)}
        draggable={false}
        title={[trip.tripNumber, beside, look.text, times].filter(Boolean).join(", ")}
        aria-keyshortcuts={isMovable ? "ArrowLeft ArrowRight ArrowUp ArrowDown M" : undefined}
      >
        {trip.tripNumber}
      </a>
      <span className={styles["cut"]}>{[look.text, beside].filter(Boolean).join(", ")}</span>
      {isMovable && (
        <ActionIcon
          className={styles["moves"] ?? ""}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t`Move ${trip.tripNumber}`}
          onClick={() => onMove(trip)}
        >
          <IconArrowsMove size={13} stroke={1.8} />
        </ActionIcon>
      )}
    </article>
  );
}

/** Its stops along it, and what goes on past its plan. */
function Marks({ trip, day, plan }: { trip: TripBar; day: Span; plan: Span }) {
  return (
    <>
      {day.until > plan.until && trip.actualEnd === null && (
        <i className={styles["over"]} style={{ insetInlineStart: share(plan.until, day) }} />
      )}
      {trip.stops.map((stop) => (
        <i
          key={stop.id}
          className={styles["stop"]}
          data-over={inGroup(tripStopFlow, "over", stop.status) || undefined}
          data-failed={inGroup(tripStopFlow, "failed", stop.status) || undefined}
          style={{ insetInlineStart: share(Date.parse(stop.arrivedAt ?? stop.plannedArrival), day) }}
        />
      ))}
    </>
  );
}
