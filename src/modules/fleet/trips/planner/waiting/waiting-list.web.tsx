import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { Button, SegmentedControl } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetDeliveries } from "../../../deliveries/deliveries.contract.ts";
import { DeliveryCard } from "./delivery-card.web.tsx";
import { TryAgain } from "./try-again.web.tsx";
import { isSettled, whyNot } from "./fits.web.ts";
import { deliveriesOf, type ListedDelivery } from "../plan.web.ts";
import type { PlanEdit } from "../use-plan.web.ts";
import type { Drag } from "../use-drag.web.ts";
import styles from "../planner.module.css";

const piles = ["waiting", "failed"] as const;
type Pile = (typeof piles)[number];

interface WaitingListProps {
  edit: Pick<PlanEdit, "plan" | "deliveries" | "preview" | "minutesFor">;
  drag: Drag;
  onAdd: (deliveries: readonly ListedDelivery[]) => void;
}

/** The deliveries that wait for a trip, those whose window begins first above, and those that failed. */
export function WaitingList(props: WaitingListProps) {
  const { t } = useLingui();
  const isShown = useMay()(fleetDeliveries.list.can);
  return (
    <section className={styles["waiting"]} aria-label={t`Deliveries that wait`} tabIndex={0}>
      <h2>
        <Trans>Waiting</Trans>
      </h2>
      {isShown ? (
        <Waiting {...props} />
      ) : (
        <p className={styles["hint"]}>
          <Trans>Deliveries are not shown to you. Add the stops yourself.</Trans>
        </p>
      )}
    </section>
  );
}

function Waiting({ edit: { plan, deliveries, preview, minutesFor }, drag, onAdd }: WaitingListProps) {
  const { t } = useLingui();
  const { zone } = useFormat();
  const [pile, setPile] = useState<Pile>("waiting");
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useList(fleetDeliveries, { worklist: pile, sort: "windowStart", ...(q === "" ? {} : { q }) });
  const taken = deliveriesOf(plan);
  const isListed = (one: ListedDelivery) =>
    pile === "waiting" ? one.status === "unassigned" && !taken.includes(one.id) : one.steps.includes("tryAgain");
  const shown = list.records.filter(isListed);
  const selected = shown.filter(({ id }) => chosen.has(id));
  const add = (deliveries: readonly ListedDelivery[]) => {
    setChosen(new Set());
    onAdd(deliveries);
  };
  const turn = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const count = selected.length;
  // Those that were put on this trip wait for no other, though nothing is saved yet.
  const added = taken.filter((id) => {
    const one = q === "" ? deliveries.get(id) : list.records.find((listed) => listed.id === id);
    return one?.status === "unassigned";
  }).length;
  const total = list.total && `${list.total.count - (list.total.more ? 0 : added)}${list.total.more ? "+" : ""}`;
  const judged = shown.map((one) => ({
    one,
    why: whyNot(one, plan, {
      load: preview.data?.load,
      minutes: minutesFor(one),
      dayOf: (moment) => dayAt(moment, zone),
    }),
  }));
  const isJudged = pile === "waiting" && isSettled(plan) && shown.length > 0;
  const groups = isJudged
    ? [
        {
          title: <Trans>Fits this trip</Trans>,
          name: t`Fits this trip`,
          cards: judged.filter(({ why }) => why === null),
        },
        {
          title: <Trans>Does not fit</Trans>,
          name: t`Does not fit`,
          cards: judged.filter(({ why }) => why !== null),
        },
      ].filter(({ cards }) => cards.length > 0)
    : [{ title: null, name: undefined, cards: judged.map(({ one }) => ({ one, why: null })) }];
  return (
    <>
      <SearchField value={q} label={t`Search deliveries`} onSearch={setQ} />
      <SegmentedControl
        aria-label={t`Which deliveries`}
        value={pile}
        data={[
          { value: "waiting", label: t`Waiting` },
          { value: "failed", label: t`Failed` },
        ]}
        onChange={(next) => setPile(next as Pile)} // one of the two values above
      />
      {list.problem && shown.length === 0 ? (
        <Failed title={<Trans>The deliveries did not load</Trans>} problem={list.problem} onRetry={list.retry} />
      ) : (
        groups.map(({ title, name, cards }) => (
          <Fragment key={name ?? ""}>
            {title && <h3 className={styles["group"]}>{title}</h3>}
            <ul className={styles["cards"]} aria-label={name} aria-busy={list.isFirstLoad || list.isStale}>
              {cards.map(({ one, why }) => (
                <DeliveryCard
                  key={one.id}
                  delivery={one}
                  whyNot={why}
                  isChosen={chosen.has(one.id)}
                  {...(pile === "waiting"
                    ? {
                        onTurn: () => turn(one.id),
                        pointer: drag.pointer({
                          kind: "deliveries",
                          deliveries: chosen.has(one.id) ? selected : [one],
                        }),
                      }
                    : {})}
                >
                  {pile === "waiting" ? (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t`Add ${one.deliveryNumber}`}
                      onClick={() => add([one])}
                    >
                      <Trans>Add</Trans>
                    </Button>
                  ) : (
                    <TryAgain delivery={one} onDone={(after) => add([after])} />
                  )}
                </DeliveryCard>
              ))}
            </ul>
          </Fragment>
        ))
      )}
      {shown.length === 0 && !list.problem && (
        <p className={styles["hint"]} role="status">
          {list.isFirstLoad ? (
            <Trans>Loading</Trans>
          ) : q !== "" ? (
            <Trans>No delivery matches “{q}”</Trans>
          ) : pile === "waiting" ? (
            <Trans>None waits for a trip.</Trans>
          ) : (
            <Trans>None has failed that could be tried again.</Trans>
          )}
        </p>
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <div className={styles["foot"]}>
        {count > 0 ? (
          <Button onClick={() => add(selected)}>
            <Trans>Add {count} to the trip</Trans>
          </Button>
        ) : (
          <Text tone="dim" size="small">
            {pile === "waiting" && total !== null && <Trans>{total} wait for a trip</Trans>}
          </Text>
        )}
      </div>
    </>
  );
}
