import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { Door } from "#web/ui/marks.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { LinkEnded, LinkFrame, LinkLoading, LinkUnknown } from "#web/shell/link/link-frame.tsx";
import { LinkColumns, LinkOutcome, LinkTitle } from "#web/shell/link/link-parts.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { useLinkPage } from "#web/shell/link/use-link-page.ts";
import { DataProvider } from "#web/api/query.tsx";
import { DeliveryAnswer } from "../delivery-answer.web.tsx";
import { deliveryLinks, type LinkedDelivery } from "./delivery-links.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { ItemList, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { longDate } from "#shared/format/days.ts";

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
  const contact = [location.contactName, location.contactPhone, location.contactEmail].filter(Boolean);
  const facts = [
    { label: msg`Delivery`, value: <RecordNumber>{delivery.number}</RecordNumber> },
    { label: msg`Where`, value: <Text shape="lines">{[location.name, ...address].join("\n")}</Text> },
    { label: msg`Dock`, value: delivery.dockCode },
    { label: msg`The way to the dock`, value: location.dockAddressNote },
    { label: msg`At the dock`, value: location.receivingInstructions },
    { label: msg`Note`, value: delivery.notesPublic },
    {
      label: msg`Pallets`,
      value: delivery.expectedPallets === null ? null : <Quantity value={delivery.expectedPallets} />,
    },
    { label: msg`Truck`, value: delivery.tractorPlate && <Code>{delivery.tractorPlate}</Code> },
    { label: msg`Contact`, value: contact.length > 0 ? <Text shape="lines">{contact.join("\n")}</Text> : null },
  ];
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
          <Text size="small">
            <Trans>The time is kept for you until {fmt.instant(delivery.holdExpiresAt)}</Trans>
          </Text>
        )
      }
    >
      {mayAnswer ? (
        <LinkTitle>
          <Trans>Can you deliver at this time?</Trans>
        </LinkTitle>
      ) : (
        <Recorded delivery={delivery} />
      )}
      <LinkColumns answer={mayAnswer && <DeliveryAnswer delivery={delivery} onAnswered={onAnswered} />}>
        <ScreenBody>
          <Row gap={14}>
            {delivery.dockCode && (
              <span style={{ zoom: 1.6 }}>
                <Door number={delivery.dockCode} />
              </span>
            )}
            <Stack gap={0}>
              <h2>{longDate(dayAt(delivery.plannedStart, location.timezone), fmt.locale)}</h2>
              <Text shape="figures">
                <Trans>
                  {fmt.time(delivery.plannedStart)} to {fmt.time(delivery.plannedEnd)}
                </Trans>{" "}
                <Text tone="dim">
                  <Trans>{cityOf(location.timezone)} time</Trans>
                </Text>
              </Text>
            </Stack>
          </Row>
          <KeyValue isAligned rows={facts.filter(({ value }) => value !== null && value !== "")} />
          <Goods delivery={delivery} />
        </ScreenBody>
      </LinkColumns>
    </LinkFrame>
  );
}

function Goods({ delivery }: { delivery: LinkedDelivery }) {
  const units = useUnits();
  if (delivery.lines.length === 0) return null;
  return (
    <Section title={<Trans>What it brings</Trans>}>
      <ItemList>
        {delivery.lines.map((line) => (
          <li key={`${line.purchaseOrderNumber} ${line.lineNo}`}>
            <Text grows>
              <Text weight={500} shape="block">
                {line.description}
              </Text>
              <Text tone="soft">
                <RecordNumber>{line.purchaseOrderNumber}</RecordNumber>, <Code>{line.vendorSku ?? line.sku}</Code>
              </Text>
            </Text>
            <Text shape="figures">{units.count(line.plannedQty, line, line.baseUom)}</Text>
          </li>
        ))}
      </ItemList>
    </Section>
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
    <LinkOutcome icon={icon} title={title}>
      <p>{more}</p>
    </LinkOutcome>
  );
}
