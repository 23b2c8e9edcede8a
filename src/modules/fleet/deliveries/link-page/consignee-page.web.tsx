import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { phoneHref } from "#shared/format/phone.ts";
import { longDate } from "#shared/format/days.ts";
import { DataProvider } from "#web/api/query.tsx";
import { LinkEnded, LinkFrame, LinkLoading, LinkUnknown } from "#web/shell/link/link-frame.tsx";
import { LinkColumns, LinkOutcome } from "#web/shell/link/link-parts.tsx";
import { useLinkPage } from "#web/shell/link/use-link-page.ts";
import { ItemList, Section, Stack } from "#web/ui/layout/layout.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, RecordNumber } from "#web/ui/values/values.tsx";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";
import { consigneeLinks, type FollowedDelivery } from "./consignee-links.contract.ts";
import styles from "./consignee-page.module.css";

const everyMs = 60_000;

/** `/fd/follow/:id`: a delivery as its consignee follows it, reached by the secret of a mailed link. */
export function ConsigneePage() {
  return (
    <DataProvider>
      <Linked />
    </DataProvider>
  );
}

function Linked() {
  const { fleetDeliveryId } = useParams({ strict: false }) as { fleetDeliveryId: string }; // the path of this page has it
  const page = useLinkPage("delivery", fleetDeliveryId, consigneeLinks.view);
  const reload = useEffectEvent(page.reload);
  const isOpen = page.record !== undefined && inGroup(fleetDeliveryFlow, "open", page.record.status);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (page.over) return <LinkEnded over={page.over} onRenew={page.renew} />;
  if (page.isLoading) return <LinkLoading />;
  if (!page.record) return <LinkUnknown />;
  return (
    <SiteZone value={page.record.timezone}>
      <Followed delivery={page.record} />
    </SiteZone>
  );
}

function Followed({ delivery }: { delivery: FollowedDelivery }) {
  const fmt = useFormat();
  const { deliveryNumber, companyName, companyPhone, consigneeName, address, receivedBy } = delivery;
  const isOpen = inGroup(fleetDeliveryFlow, "open", delivery.status);
  const facts = [
    { label: msg`For`, value: consigneeName },
    { label: msg`Where`, value: address },
    { label: msg`Taken by`, value: receivedBy },
    {
      label: msg`Questions`,
      value: companyPhone && (
        <a className={styles["phone"]} href={phoneHref(companyPhone)}>
          {companyPhone}
        </a>
      ),
    },
  ];
  return (
    <LinkFrame
      company={companyName}
      title={deliveryNumber}
      about={
        <Trans>
          Delivery <RecordNumber>{deliveryNumber}</RecordNumber>
        </Trans>
      }
    >
      <div className={styles["one"]}>
        {!isOpen && <Outcome delivery={delivery} />}
        <LinkColumns answer={null}>
          <ScreenBody>
            {isOpen && <Expected delivery={delivery} />}
            <KeyValue isAligned rows={facts.filter(({ value }) => value !== null && value !== "")} />
            <Goods delivery={delivery} />
            <Text tone="dim" size="small">
              <Trans>This page can be opened until {fmt.instant(delivery.linkExpiresAt)}.</Trans>
            </Text>
          </ScreenBody>
        </LinkColumns>
      </div>
    </LinkFrame>
  );
}

/** When it comes, and what has to happen before. */
function Expected({ delivery }: { delivery: FollowedDelivery }) {
  const fmt = useFormat();
  const { t } = useLingui();
  const { windowStart, windowEnd, expectedAt, leftAt, stopsBefore, arrivedAt, timezone } = delivery;
  const isLater = expectedAt !== null && expectedAt > windowEnd;
  const isTold = leftAt !== null && expectedAt !== null;
  const day = isTold ? expectedAt : windowStart;
  const date = longDate(dayAt(day, timezone), fmt.locale);
  const events: readonly (readonly [icon: IconName, what: ReactNode, when: string | null])[] = [
    leftAt === null ? ["open", t`Leaves with a vehicle`, null] : ["done", t`On the road`, fmt.time(leftAt)],
    stopsBefore === null
      ? [arrivedAt === null ? "open" : "done", t`Stops before you`, null]
      : stopsBefore === 0
        ? ["done", t`You are next`, null]
        : ["live", <Plural key="stops" value={stopsBefore} one="# stop before you" other="# stops before you" />, null],
    arrivedAt === null
      ? ["open", t`At your door`, expectedAt && t`about ${fmt.time(expectedAt)}`]
      : ["live", t`At your door`, fmt.time(arrivedAt)],
  ];
  return (
    <>
      <Stack gap={2}>
        <Text tone="soft">
          {dayAt(day, timezone) === fmt.today() ? <Trans>Today, {date}</Trans> : date}
          {": "}
          {isTold ? <Trans>expected at your door</Trans> : <Trans>agreed</Trans>}
        </Text>
        <h1 className={styles["time"]}>
          {isTold ? (
            fmt.time(expectedAt)
          ) : (
            <Trans>
              {fmt.time(windowStart)} to {fmt.time(windowEnd)}
            </Trans>
          )}
        </h1>
        {isTold && (
          <Text tone="soft">
            <Trans>
              Agreed: {fmt.time(windowStart)} to {fmt.time(windowEnd)}. From what the driver has reported, not from
              traffic.
            </Trans>
          </Text>
        )}
      </Stack>
      {isLater && (
        <Note icon="late">
          <Trans>It comes later than was agreed.</Trans>
        </Note>
      )}
      {delivery.proofsRequired.includes("code") && (
        <Note icon="wait">
          <Trans>The driver asks you for a code of six digits. It is mailed to you when the goods are there.</Trans>
        </Note>
      )}
      <ol className={styles["events"]} aria-label={t`What happens`}>
        {events.map(([icon, what, when], n) => (
          <li key={n}>
            <Glyph icon={icon} size={20} />
            <Text weight={550}>{what}</Text>
            <Text shape="figures" tone="soft">
              {when}
            </Text>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What became of it. */
function Outcome({ delivery }: { delivery: FollowedDelivery }) {
  const fmt = useFormat();
  const { t } = useLingui();
  const at = delivery.outcomeAt ? fmt.instant(delivery.outcomeAt) : "";
  const said: Partial<Record<FollowedDelivery["status"], readonly [IconName, string, string | null]>> = {
    delivered: ["done", t`Delivered on ${at}`, null],
    partly_delivered: ["warn", t`Delivered in part on ${at}`, t`What is missing stands beside the goods.`],
    failed: ["bad", t`It could not be delivered on ${at}`, delivery.failureReason],
    returned: ["ended", t`The goods went back`, t`Ask the sender what happens next.`],
    cancelled: ["ended", t`This delivery was cancelled`, t`Nothing more is needed from you.`],
  };
  const [icon, title, more] = said[delivery.status] ?? ["ended", t`This delivery is over`, null];
  return (
    <LinkOutcome icon={icon} title={title}>
      {more && <p>{more}</p>}
    </LinkOutcome>
  );
}

function Goods({ delivery: { lines, status } }: { delivery: FollowedDelivery }) {
  const fmt = useFormat();
  const units = useUnits();
  const { t } = useLingui();
  if (lines.length === 0) return null;
  const isOver = inGroup(fleetDeliveryFlow, "handedOver", status);
  const said = (quantity: string, unit: string) => units.count(quantity, { uom: unit, qtyPerUom: "1" });
  return (
    <Section title={isOver ? <Trans>What you received</Trans> : <Trans>What it brings</Trans>}>
      <ItemList>
        {lines.map((line) => {
          const isOther = isOver && Number(line.deliveredQuantity) !== Number(line.plannedQuantity);
          const damaged = Number(line.damagedQuantity);
          const notes = [line.reason, damaged > 0 ? t`${fmt.quantity(damaged)} damaged` : null];
          return (
            <li key={line.id}>
              <Text grows>
                <Text weight={500} shape="block">
                  {line.description}
                </Text>
                {line.code && (
                  <Text tone="soft">
                    <Code>{line.code}</Code>
                  </Text>
                )}
                {isOther && <Text tone="urgent">{notes.filter(Boolean).join(", ")}</Text>}
              </Text>
              <Text shape="figures">
                {isOther ? (
                  <Trans>
                    {fmt.quantity(line.deliveredQuantity)} of {said(line.plannedQuantity, line.unit)}
                  </Trans>
                ) : (
                  said(line.plannedQuantity, line.unit)
                )}
              </Text>
            </li>
          );
        })}
      </ItemList>
    </Section>
  );
}
