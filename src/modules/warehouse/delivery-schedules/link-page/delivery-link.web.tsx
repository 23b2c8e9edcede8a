import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { Door } from "#web/ui/marks.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { Code, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { LinkEnded, LinkFrame, LinkLoading, LinkUnknown } from "#web/shell/link/link-frame.tsx";
import { useLinkPage } from "#web/shell/link/use-link-page.ts";
import { DataProvider } from "#web/api/query.tsx";
import { DeliveryAnswer } from "../delivery-answer.web.tsx";
import { deliveryLinks, type LinkedDelivery } from "./delivery-links.contract.ts";
import { cityOf, longDate } from "../delivery-schedules.status.web.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import styles from "./delivery-link.module.css";

/** `/ds/approve/:deliveryScheduleId`: a proposed time as the vendor or carrier sees it, reached by the secret of a mailed link. */
export function DeliveryLinkPage() {
  return (
    <DataProvider>
      <Linked />
    </DataProvider>
  );
}

function Linked() {
  const { deliveryScheduleId } = useParams({ strict: false }) as { deliveryScheduleId: string }; // the path of this page has it
  const page = useLinkPage("delivery-schedule", deliveryScheduleId, deliveryLinks.view);
  const [answered, setAnswered] = useState<LinkedDelivery | null>(null);
  const delivery = answered ?? page.record;
  if (page.over) return <LinkEnded over={page.over} onRenew={page.renew} />;
  if (page.isLoading) return <LinkLoading />;
  if (!delivery) return <LinkUnknown />;
  return (
    <SiteZone value={delivery.location.timezone}>
      <Delivery delivery={delivery} onAnswered={setAnswered} />
    </SiteZone>
  );
}

function Delivery({
  delivery,
  onAnswered,
}: {
  delivery: LinkedDelivery;
  onAnswered: (delivery: LinkedDelivery) => void;
}) {
  const fmt = useFormat();
  const mayAnswer = hasAbility(delivery, "answer");
  const { location } = delivery;
  const address = [
    location.addressLine1,
    location.addressLine2,
    [location.postalCode, location.city].filter(Boolean).join(" "),
    location.region,
    location.countryCode,
  ].filter(Boolean);
  return (
    <LinkFrame
      company={delivery.companyName}
      title={delivery.number}
      about={
        (delivery.carrierName ?? delivery.vendorName) && (
          <Trans>asks {delivery.carrierName ?? delivery.vendorName}</Trans>
        )
      }
      actions={
        mayAnswer &&
        delivery.holdExpiresAt && (
          <span className={styles.kept}>
            <Trans>The time is kept for you until {fmt.instant(delivery.holdExpiresAt)}</Trans>
          </span>
        )
      }
    >
      {mayAnswer ? (
        <h1 className={styles.title}>
          <Trans>Can you deliver at this time?</Trans>
        </h1>
      ) : (
        <Recorded delivery={delivery} />
      )}
      <div className={styles.columns} data-alone={!mayAnswer || undefined}>
        <div className={styles.card}>
          <div className={styles.when}>
            {delivery.dockCode && (
              <span className={styles.door}>
                <Door number={delivery.dockCode} />
              </span>
            )}
            <div>
              <div className={styles.day}>{longDate(dayAt(delivery.plannedStart, location.timezone), fmt.locale)}</div>
              <div className={styles.time}>
                <Trans>
                  {fmt.time(delivery.plannedStart)} to {fmt.time(delivery.plannedEnd)}
                </Trans>{" "}
                <span className={styles.grey}>
                  <Trans>{cityOf(location.timezone)} time</Trans>
                </span>
              </div>
            </div>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>
                <Trans>Delivery</Trans>
              </dt>
              <dd>
                <RecordNumber>{delivery.number}</RecordNumber>
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Where</Trans>
              </dt>
              <dd>
                {location.name}
                {address.map((part) => (
                  <span key={part} className={styles.part}>
                    {part}
                  </span>
                ))}
              </dd>
            </div>
            {delivery.dockCode && (
              <div>
                <dt>
                  <Trans>Dock</Trans>
                </dt>
                <dd>{delivery.dockCode}</dd>
              </div>
            )}
            {location.dockAddressNote && (
              <div>
                <dt>
                  <Trans>The way to the dock</Trans>
                </dt>
                <dd className={styles.text}>{location.dockAddressNote}</dd>
              </div>
            )}
            {location.receivingInstructions && (
              <div>
                <dt>
                  <Trans>At the dock</Trans>
                </dt>
                <dd className={styles.text}>{location.receivingInstructions}</dd>
              </div>
            )}
            {delivery.notesPublic && (
              <div>
                <dt>
                  <Trans>Note</Trans>
                </dt>
                <dd className={styles.text}>{delivery.notesPublic}</dd>
              </div>
            )}
            {delivery.expectedPallets !== null && (
              <div>
                <dt>
                  <Trans>Pallets</Trans>
                </dt>
                <dd>
                  <Quantity value={delivery.expectedPallets} />
                </dd>
              </div>
            )}
            {delivery.tractorPlate && (
              <div>
                <dt>
                  <Trans>Truck</Trans>
                </dt>
                <dd>
                  <Code>{delivery.tractorPlate}</Code>
                </dd>
              </div>
            )}
            {(location.contactName ?? location.contactPhone ?? location.contactEmail) && (
              <div>
                <dt>
                  <Trans>Contact</Trans>
                </dt>
                <dd>
                  {[location.contactName, location.contactPhone, location.contactEmail].filter(Boolean).map((part) => (
                    <span key={part} className={styles.part}>
                      {part}
                    </span>
                  ))}
                </dd>
              </div>
            )}
          </dl>
          <Goods delivery={delivery} />
        </div>
        {mayAnswer && <DeliveryAnswer delivery={delivery} onAnswered={onAnswered} />}
      </div>
    </LinkFrame>
  );
}

function Goods({ delivery }: { delivery: LinkedDelivery }) {
  if (delivery.lines.length === 0) return null;
  return (
    <section className={styles.goods}>
      <h2>
        <Trans>What it brings</Trans>
      </h2>
      <ul>
        {delivery.lines.map((line) => (
          <li key={`${line.purchaseOrderNumber} ${line.lineNo}`}>
            <span>
              <b>{line.description}</b>
              <span className={styles.part}>
                <RecordNumber>{line.purchaseOrderNumber}</RecordNumber>, <Code>{line.vendorSku ?? line.sku}</Code>
              </span>
            </span>
            <Quantity value={line.plannedQty} unit={line.uom} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What stands now, for whoever answered or comes back. */
function Recorded({ delivery }: { delivery: LinkedDelivery }) {
  const { t } = useLingui();
  const said: Partial<Record<LinkedDelivery["status"], readonly [IconName, string, string]>> = {
    scheduled: ["done", t`The time is confirmed`, t`Your answer was recorded. The dock is yours at this time.`],
    requested: [
      "wait",
      t`Your wish is with the warehouse`,
      t`They confirm the time below or propose another one. You get a mail either way.`,
    ],
    proposed: ["wait", t`This waits for an answer`, t`The other party has been asked by mail.`],
    declined: ["bad", t`This delivery was declined`, delivery.declineReason ?? ""],
    cancelled: ["ended", t`This delivery was cancelled`, t`Nothing more is needed from you.`],
    expired: ["ended", t`The time is no longer kept`, t`Nobody answered in time. Ask the warehouse for a new one.`],
    completed: ["done", t`This delivery is done`, t`Nothing more is needed from you.`],
  };
  const [icon, title, more] = said[delivery.status] ?? [
    "live",
    t`This delivery is on its way`,
    t`Nothing more is needed from you.`,
  ];
  return (
    <section className={styles.recorded} role="status">
      <Glyph icon={icon} size={34} />
      <div>
        <h1 className={styles.title}>{title}</h1>
        <p>{more}</p>
      </div>
    </section>
  );
}
