import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useEffect, useRef, useState } from "react";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { notLoaded, withoutDelivery, withoutStop, withStopChanged, withStopMoved, type Plan } from "../plan.web.ts";
import { minutesShort, type Way } from "../plan-times.web.ts";
import { PlannedStop } from "./planned-stop.web.tsx";
import { WayWords } from "./way-words.web.tsx";
import { useSite } from "./use-site.web.ts";
import { StopDialog } from "./stop-dialog.web.tsx";
import type { Drag } from "../use-drag.web.ts";
import type { PlanEdit } from "../use-plan.web.ts";
import styles from "../planner.module.css";

interface StopListProps {
  edit: Pick<PlanEdit, "plan" | "ways" | "waits" | "homeId" | "deliveries" | "change">;
  drag: Drag;
  /** What was refused, by the path of the field. */
  errors: Readonly<Record<string, string>>;
}

/** When the trip leaves and is back, and its stops in their order. */
export function StopList({ edit: { plan, ways, waits, homeId, deliveries, change }, drag, errors }: StopListProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<{ readonly key: string | null; readonly isFirst?: boolean } | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string | null>(null);
  const { stops } = plan;
  const { held } = drag;
  const place = held?.at ?? null;
  const short = minutesShort(plan, ways.to);
  const unloaded = notLoaded(plan);
  const siteId = useSite(homeId, unloaded.length > 0);

  // Whoever moves a stop by the keys goes on with it.
  useEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-stop="${moved.current}"] [data-handle]`)?.focus();
    moved.current = null;
  }, [plan]);

  const move = (key: string, name: string, to: number) => {
    const next = withStopMoved(plan, key, to);
    if (next === plan) return;
    moved.current = key;
    const number = to + 1;
    setSaid(t`${name} is stop ${number} now`);
    change(next);
  };
  return (
    <section className={styles["middle"]} aria-label={t`Stops`} tabIndex={0}>
      <Times plan={plan} back={ways.back} error={errors["plannedEnd"]} onChange={change} />
      <NotLoaded
        numbers={unloaded.flatMap((id) => deliveries.get(id)?.deliveryNumber ?? [])}
        onSay={() => setAsked({ key: null, isFirst: true })}
      />
      <ol ref={list} className={styles["stops"]} data-stops={stops.length} data-held={held ? true : undefined}>
        {stops.map((stop, n) => (
          <PlannedStop
            key={stop.key}
            stop={stop}
            way={ways.to[n]}
            minutesShort={short[n] ?? 0}
            minutesWaited={waits[n] ?? 0}
            tripId={plan.of?.id ?? null}
            span={{ from: Date.parse(plan.plannedStart), until: Date.parse(plan.plannedEnd) }}
            number={n + 1}
            isLast={n === stops.length - 1}
            isHeld={held?.what.kind === "stop" && held.what.key === stop.key}
            isDropBefore={place === n}
            deliveries={deliveries}
            errors={Object.entries(errors).flatMap(([path, sentence]) =>
              path.startsWith(`stops.${n}.`) ? [sentence] : [],
            )}
            pointer={drag.pointer({ kind: "stop", key: stop.key })}
            onMove={(name, to) => move(stop.key, name, to)}
            onChange={(part) => change(withStopChanged(plan, stop.key, part))}
            onEdit={() => setAsked({ key: stop.key })}
            onRemove={() => change(withoutStop(plan, stop.key))}
            onTakeOff={(id) => change(withoutDelivery(plan, id))}
          />
        ))}
        {stops.length === 0 && (
          <li className={styles["hint"]}>
            <Trans>No stops yet. Add deliveries that wait, drag them here, or add a stop.</Trans>
          </li>
        )}
        {place === stops.length && <li className={styles["drop"]} aria-hidden />}
      </ol>
      {errors["stops"] && (
        <Text as="p" tone="bad">
          {errors["stops"]}
        </Text>
      )}
      <Row>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} stroke={2} />}
          onClick={() => setAsked({ key: null })}
        >
          <Trans>Add a stop</Trans>
        </Button>
      </Row>
      <p className={styles["said"]} role="status">
        {said}
      </p>
      {asked && (
        <StopDialog
          plan={plan}
          of={stops.find(({ key }) => key === asked.key) ?? null}
          isLoading={asked.isFirst === true}
          siteId={siteId}
          onChange={change}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** Of what is brought it is not said where it gets on: that the trip sets out with it is only assumed. */
function NotLoaded({ numbers, onSay }: { numbers: readonly string[]; onSay: () => void }) {
  const count = numbers.length;
  const named = numbers.join(", ");
  if (count === 0) return null;
  return (
    <Row gap={8}>
      <Text tone="dim" size="small">
        {count > 3 ? (
          <Trans>It is not said where these {count} deliveries are loaded.</Trans>
        ) : (
          <Trans>It is not said where this is loaded: {named}.</Trans>
        )}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onSay}>
        <Trans>Add where it is loaded</Trans>
      </Button>
    </Row>
  );
}

interface TimesProps {
  plan: Plan;
  /** The way back, where it is known whereto. */
  back: Way | null;
  error: string | undefined;
  onChange: (plan: Plan) => void;
}

function Times({ plan, back, error, onChange }: TimesProps) {
  const { t } = useLingui();
  const { zone } = useFormat();
  return (
    <Row gap={12} align="start">
      <WallTimeInput
        w={176}
        label={t`Leaves`}
        value={wallTime(plan.plannedStart, zone)}
        isRequired
        onCommit={(wall) => onChange({ ...plan, isStartGiven: true, plannedStart: momentOf(wall, zone) })}
      />
      <div>
        <WallTimeInput
          w={176}
          label={t`Is back`}
          value={wallTime(plan.plannedEnd, zone)}
          error={error}
          isRequired
          onCommit={(wall) => onChange({ ...plan, isEndGiven: true, keptBack: null, plannedEnd: momentOf(wall, zone) })}
        />
        {back && <WayWords way={back} />}
      </div>
    </Row>
  );
}
