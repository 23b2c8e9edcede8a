import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Panel, Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { statusStyleOf, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Glyph, toneOf } from "#web/ui/status/glyph.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { deliveryStatusStyles } from "../deliveries/delivery-words.web.tsx";
import { dutiesAtWork } from "../drivers/duties.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { tripStatusStyles } from "../trips/trip-words.web.tsx";
import { availabilityStyles } from "../vehicles/vehicle-words.web.tsx";
import { shareDays, toleranceMinutes, type driverState, type FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type DriverState = (typeof driverState.options)[number];
const driverStyles: StatusStyles<DriverState> = {
  on_trip: "live",
  booked: { icon: "wait", tone: "v" },
  free: "open",
  not_available: { icon: "draft", tone: "n", label: msg`Not available` },
  blocked: { icon: "bad", label: msg`May not drive` },
};

/** On the road is what left yesterday, too. */
const onTheRoad: readonly string[] = tripFlow.groups.running;

/** A share of one hundred with one decimal; null: of nothing there is none. */
const percentOf = ({ of, met }: { of: number; met: number }): number | null => (of === 0 ? null : (met / of) * 100);

/** The numbers that need no positions: each with what it counts, of how many, and the list behind it. */
export function Numbers({
  reply: { trips, deliveries, papers, vehicles, drivers, today },
}: {
  reply: FleetDashboardReply;
}) {
  const { t } = useLingui();
  const week = `${dayBefore(today, shareDays)}..${today}`;
  const lately = `/fleet/trips?plannedStart=${week}`;
  return (
    <>
      <div className={styles["tiles"]}>
        {trips && (
          <>
            <Share
              title={t`On-time arrival`}
              href={lately}
              share={trips.onTime}
              before={trips.onTime.before}
              sample={t`of ${trips.onTime.of} stops reached in ${shareDays} days`}
              definition={t`Reached before the end of the window; without one, up to ${toleranceMinutes} min after plan.`}
            />
            <Share
              title={t`With missed stops`}
              href={lately}
              share={trips.withMissed}
              before={trips.withMissed.before}
              sample={t`of ${trips.withMissed.of} stops in ${shareDays} days`}
              definition={t`The same, with stops that failed or were skipped counted as missed.`}
            />
          </>
        )}
        {deliveries && (
          <Share
            title={t`First-attempt success`}
            href={`/fleet/deliveries?windowStart=${week}`}
            share={deliveries.firstAttempt}
            before={deliveries.firstAttempt.before}
            sample={t`of ${deliveries.firstAttempt.of} deliveries tried in ${shareDays} days`}
            definition={t`Delivered whole at the first attempt; by when the window opened.`}
          />
        )}
        {papers && (
          <Share
            title={t`Papers in order`}
            href="/fleet/documents?validity=expired"
            share={papers.inOrder}
            sample={t`of ${papers.inOrder.of} papers`}
            definition={t`Verified papers of vehicles, drivers and the company with an end, the last of each type, that have not ended.`}
          />
        )}
        {trips && (
          <Tile
            title={t`Late now`}
            href="/fleet/trips?isLate=true"
            value={trips.late.now}
            sample={t`of ${trips.late.count} trips late or at risk`}
            definition={t`Trips with a stop that was to be reached by now. At risk: with the delay so far it will be late.`}
          />
        )}
      </div>
      <div className={styles["tiles"]}>
        {trips && (
          <States
            title={t`Trips today`}
            looks={tripStatusStyles}
            now={trips.today}
            href={(state) =>
              `/fleet/trips?${onTheRoad.includes(state) ? "" : `plannedStart=${today}..${today}&`}status=${state}`
            }
          />
        )}
        {deliveries && (
          <States
            title={t`Deliveries today`}
            looks={deliveryStatusStyles}
            now={deliveries.today}
            href={(state) => `/fleet/deliveries?worklist=today&status=${state}`}
          />
        )}
        {vehicles && (
          <States
            title={t`Vehicles now`}
            looks={availabilityStyles}
            now={vehicles.now}
            more={vehicles.more}
            href={(state) => `/fleet/vehicles?availability=${state}`}
          />
        )}
        {drivers && (
          <States
            title={t`Drivers now`}
            looks={driverStyles}
            now={drivers.now}
            more={drivers.more}
            href={() => "/fleet/drivers"}
          >
            <p className={styles["beside"]}>
              <a href={`/fleet/drivers?duty=${dutiesAtWork.join()}`}>
                <Trans>
                  <b>{drivers.onDuty}</b> on duty
                </Trans>
              </a>
            </p>
          </States>
        )}
      </div>
    </>
  );
}

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

interface TileProps {
  title: string;
  href: string;
  sample: string;
  definition: string;
}

function Tile({
  title,
  href,
  value,
  sample,
  definition,
  children,
}: TileProps & { value: ReactNode; children?: ReactNode }) {
  return (
    <Panel as="a" href={href} pad="10px 14px 12px">
      <Text tone="dim" shape="block">
        {title}
      </Text>
      <span className={styles["figure"]}>{value ?? <Nothing />}</span> {children}
      <Text tone="soft" size="small" shape="block">
        {sample}
      </Text>
      <Text tone="dim" size="small" shape="block">
        {definition}
      </Text>
    </Panel>
  );
}

interface ShareProps extends TileProps {
  share: { of: number; met: number };
  before?: { of: number; met: number };
}

/** A share with how it has changed; where there is nothing to share it says so, and never 0. */
function Share({ share, before, ...tile }: ShareProps) {
  const fmt = useFormat();
  const [now, then] = [percentOf(share), before ? percentOf(before) : null];
  const change = now === null || then === null ? null : now - then;
  return (
    <Tile {...tile} value={now === null ? null : `${fmt.quantity(now.toFixed(1))} %`}>
      {now === null && (
        <Text tone="dim">
          <Trans>no data</Trans>
        </Text>
      )}
      {change !== null && (
        <Text tone={change < 0 ? "bad" : "dim"} size="small" weight={550}>
          <Trans>
            {change < 0 ? "−" : "+"}
            {fmt.quantity(Math.abs(change).toFixed(1))} pt
          </Trans>
        </Text>
      )}
    </Tile>
  );
}

interface StatesProps<S extends string> {
  title: string;
  looks: StatusStyles<S>;
  now: readonly { state: S; count: number }[];
  more?: boolean;
  href: (state: S) => string;
  /** What is counted beside them. */
  children?: ReactNode;
}

/** All of something by its states, whose counts add up to the whole; each leads to its list. */
function States<S extends string>({ title, looks, now, more = false, href, children }: StatesProps<S>) {
  const words = useWords();
  const total = now.reduce((sum, { count }) => sum + count, 0);
  const parts = now.map((one) => ({ ...one, look: statusStyleOf(looks, one.state) }));
  return (
    <Panel pad="10px 14px 12px">
      <Row justify="space-between">
        <Text tone="dim">{title}</Text>
        <b>
          {total}
          {more && "+"}
        </b>
      </Row>
      <div className={styles["split"]} aria-hidden>
        {parts.map(({ state, count, look }) => (
          <i
            key={state}
            className={tone(look.tone ?? toneOf(look.icon))}
            data-icon={look.icon}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <ul className={styles["legend"]}>
        {parts.map(({ state, count, look }) => (
          <li key={state}>
            <Glyph icon={look.icon} tone={look.tone} size={12} />
            <a href={href(state)}>
              <b>{count}</b> {words(look.label)}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </Panel>
  );
}
