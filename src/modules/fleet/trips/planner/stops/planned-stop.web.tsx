import { ActionIcon, TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconGripVertical from "@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState, type ComponentProps, type KeyboardEvent } from "react";
import { useMay } from "#web/api/session.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { dayAt, momentOf, wallTime } from "#web/ui/values/format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { locations } from "../../../../settings/locations/locations.contract.ts";
import { minutesLate, type ListedDelivery, type PlanStop } from "../plan.web.ts";
import type { Way } from "../plan-times.web.ts";
import { TimeAxis, type TripSpan } from "../time-axis.web.tsx";
import { WayWords } from "./way-words.web.tsx";
import styles from "../planner.module.css";

interface PlannedStopProps {
  stop: PlanStop;
  /** The way there, and by how many minutes the plan gives less time for it. */
  way: Way | undefined;
  minutesShort: number;
  /** How long somebody waits there, where that is long; else 0. */
  minutesWaited: number;
  /** The trip, where it is there already. */
  tripId: string | null;
  /** The time of the trip, on which the stop is drawn. */
  span: TripSpan;
  number: number;
  isLast: boolean;
  isHeld: boolean;
  /** What is dragged would come before it. */
  isDropBefore: boolean;
  deliveries: ReadonlyMap<string, ListedDelivery>;
  /** What was refused of it. */
  errors: readonly string[];
  pointer: Partial<ComponentProps<"li">>;
  /** To a place in the order, 0 the first; by its name. */
  onMove: (name: string, to: number) => void;
  onChange: (part: Partial<PlanStop>) => void;
  onEdit: () => void;
  onRemove: () => void;
  onTakeOff: (deliveryId: string) => void;
}

/** A stop with what happens there and when; its handle moves it by the arrows, or the pointer drags it. */
export function PlannedStop(props: PlannedStopProps) {
  const { stop, way, span, number, isLast, isHeld, isDropBefore, errors, pointer, onMove, onChange, onEdit, onRemove } =
    props;
  const { t } = useLingui();
  const words = useWords();
  const { zone } = useFormat();
  const name = useNameOf(props);
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const to = number - 1 + (event.key === "ArrowUp" ? -1 : 1);
    if (to >= 0 && !(isLast && event.key === "ArrowDown")) onMove(name, to);
  };
  return (
    <li
      className={styles["stop"]}
      data-at={number - 1}
      data-stop={stop.key}
      data-held={isHeld || undefined}
      data-drop={isDropBefore || undefined}
      aria-label={`${number}. ${name}`}
      {...pointer}
    >
      <button
        type="button"
        className={styles["handle"]}
        data-handle
        aria-label={t`Move stop ${number}, ${name}`}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={onArrow}
      >
        <IconGripVertical size={14} stroke={1.8} aria-hidden />
        {number}
      </button>
      <b className={styles["name"]}>{name}</b>
      <div className={styles["more"]}>
        <Row as="span" gap={8}>
          <Window {...props} />
          <Text tone="dim" size="small">
            {[words(stop.kind), stop.address === name ? null : stop.address].filter(Boolean).join(", ")}
          </Text>
          {way && <WayWords way={way} minutesShort={props.minutesShort} />}
          <Goods {...props} />
        </Row>
        <TimeAxis stop={stop} span={span} />
        {errors.map((sentence) => (
          <Text key={sentence} tone="bad" size="small">
            {sentence}
          </Text>
        ))}
      </div>
      <div className={styles["when"]}>
        <WallTimeInput
          w={168}
          aria-label={t`Is there at`}
          value={wallTime(stop.plannedArrival, zone)}
          isRequired
          onCommit={(wall) => onChange({ plannedArrival: momentOf(wall, zone) })}
        />
        <Minutes value={stop.serviceMinutes} onCommit={(serviceMinutes) => onChange({ serviceMinutes })} />
      </div>
      <div className={styles["buttons"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t`Change stop ${number}, ${name}`}
          onClick={onEdit}
        >
          <IconPencil size={15} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t`Remove stop ${number}, ${name}`}
          onClick={onRemove}
        >
          <IconX size={15} stroke={1.7} />
        </ActionIcon>
      </div>
    </li>
  );
}

/** What people call the place: of a location that is not shown to everybody, what a delivery says of it. */
function useNameOf({ stop, deliveries }: PlannedStopProps): string {
  const words = useWords();
  const isShown = useMay()(locations.read.can);
  const location = useRecord(locations, isShown ? stop.locationId : null).record;
  const brought = deliveries.get(stop.brings[0] ?? "")?.locationName;
  const loaded = deliveries.get(stop.loads[0] ?? "")?.pickupLocationName;
  return location?.name ?? stop.name ?? brought ?? loaded ?? stop.address ?? words(stop.kind);
}

/** When it is awaited, and by how much it comes too late or too early. */
function Window({ stop, minutesWaited, deliveries }: PlannedStopProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { windowStart, windowEnd, brings } = stop;
  const late = minutesLate(
    stop,
    brings.flatMap((id) => deliveries.get(id) ?? []),
  );
  const [span, waited] = [fmt.span(late), fmt.span(minutesWaited)];
  const from = windowStart && fmt.instant(windowStart);
  const isOneDay = windowStart && windowEnd && dayAt(windowStart, fmt.zone) === dayAt(windowEnd, fmt.zone);
  const until = windowEnd && (isOneDay ? fmt.time(windowEnd) : fmt.instant(windowEnd));
  if (from === null && until === null && late === 0 && minutesWaited === 0) return null;
  return (
    <Row as="span" gap={8}>
      {(from ?? until) && (
        <Text size="small" shape="figures">
          {from && until ? `${from} – ${until}` : from ? t`not before ${from}` : t`not after ${until ?? ""}`}
        </Text>
      )}
      {late > 0 && (
        <Chip icon="late" look="bare">
          <Trans>{span} too late</Trans>
        </Chip>
      )}
      {minutesWaited > 0 && (
        <Chip icon="warn" look="bare">
          <Trans>waits {waited}</Trans>
        </Chip>
      )}
    </Row>
  );
}

/** What is loaded and what is brought there, each with the way off the trip. */
function Goods({ stop: { loads, brings }, tripId, deliveries, onTakeOff }: PlannedStopProps) {
  const { t } = useLingui();
  if (loads.length + brings.length === 0) return null;
  const named = (id: string) => deliveries.get(id)?.deliveryNumber ?? "…";
  const loaded = loads.map(named).join(", ");
  return (
    <div className={styles["goods"]}>
      {loads.length > 0 && (
        <Text size="small">
          <Trans>loads {loaded}</Trans>
        </Text>
      )}
      {brings.map((id) => {
        const delivery = deliveries.get(id);
        const number = named(id);
        return (
          <span key={id} className={styles["brought"]}>
            {number}
            {delivery && delivery.status !== "unassigned" && delivery.tripId !== tripId && (
              <Chip icon="bad" look="bare">
                {delivery.tripNumber === null ? (
                  <Trans>does not wait any more</Trans>
                ) : (
                  <Trans>on {delivery.tripNumber}</Trans>
                )}
              </Chip>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t`Take ${number} off the trip`}
              onClick={() => onTakeOff(id)}
            >
              <IconX size={13} stroke={1.8} />
            </ActionIcon>
          </span>
        );
      })}
    </div>
  );
}

const mostMinutes = 1440;

/** How long it stays; what is no number of minutes goes back to what was there. */
function Minutes({ value, onCommit }: { value: number; onCommit: (minutes: number) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState({ value, text: String(value) });
  if (typed.value !== value) setTyped({ value, text: String(value) });
  const commit = () => {
    const minutes = /^\d{1,4}$/.test(typed.text.trim()) ? Number(typed.text) : mostMinutes + 1;
    if (minutes > mostMinutes) setTyped({ value, text: String(value) });
    else if (minutes !== value) onCommit(minutes);
  };
  return (
    <TextInput
      w={76}
      aria-label={t`Stays, min`}
      rightSection={<Text size="small">{t`min`}</Text>}
      inputMode="numeric"
      autoComplete="off"
      value={typed.text}
      onChange={({ currentTarget: { value: text } }) => setTyped({ value, text })}
      onBlur={commit}
      onKeyDown={({ key }) => key === "Enter" && commit()}
    />
  );
}
