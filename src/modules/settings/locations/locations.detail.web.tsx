import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { activity } from "#web/ui/status/chip.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { Code, Instant } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { useMay } from "#web/api/session.tsx";
import { ItemList, Section } from "#web/ui/layout/layout.tsx";
import { files } from "../files/files.contract.ts";
import { storageLocations, type StorageLocation } from "../storage-locations/storage-locations.contract.ts";
import { locationInput, locationRecord, locations, type Location } from "./locations.contract.ts";
import { Kind, LocationForm, locationNaming } from "./locations.web.tsx";
import { Place } from "./place.web.tsx";
import { weekdayName, weekdays } from "./weekdays.web.ts";
import styles from "./locations.module.css";

const bins = columnsOf<StorageLocation>((c) => [
  c.link("code"),
  c.custom("kind", { width: 140, cell: ({ kind }) => <Kind of={kind} /> }),
  c.code("barcode", { label: msg`Bar code`, width: 180 }),
  c.active("isActive"),
]);

export function LocationDetail() {
  const { t } = useLingui();
  const words = useWords();
  return (
    <DetailScreen
      of={locations}
      naming={locationNaming}
      form={LocationForm}
      title={(location) => location.name}
      state={{ of: (location) => (location.isActive ? "active" : "inactive"), statusStyles: activity }}
      summary={(location) => <Code>{location.code}</Code>}
      strip={(location) => [
        { label: "kind", value: words(location.kind) },
        {
          label: msg`Address`,
          value: location.addressLine1 ?? location.city,
          sub: [location.postalCode, location.city, location.countryCode].filter(Boolean).join(" "),
        },
        {
          label: msg`Time zone`,
          value: location.timezone.split("/").at(-1)?.replaceAll("_", " "),
          sub: (
            <SiteZone value={location.timezone}>
              <Clock />
            </SiteZone>
          ),
        },
        { label: msg`Docks`, value: location.dockCount },
        {
          label: msg`Slots begin every`,
          value: t`${location.slotMinutes} min`,
          sub: location.requiresApproval ? t`need an approval` : t`without an approval`,
        },
        { label: msg`Contact`, value: location.contactName, sub: location.contactPhone },
      ]}
      rail={(location) => <Attachments of={files} entity="location" id={location.id} can={locationRecord.files.edit} />}
    >
      {(location) => (
        <>
          <Week location={location} />
          <Closures location={location} />
          <Place location={location} />
          <RelatedList
            of={storageLocations}
            title={t`Bins`}
            columns={bins}
            where={{ locationId: location.id }}
            opens="/company-locations/bins"
            actions={<NewBin location={location} />}
          />
          <FieldList
            schema={locationInput}
            record={location}
            except={[
              "code",
              "name",
              "kind",
              "timezone",
              "addressLine1",
              "city",
              "postalCode",
              "countryCode",
              "latitude",
              "longitude",
              "slotMinutes",
              "requiresApproval",
              "contactName",
              "contactPhone",
              "isActive",
              "hours",
              "closures",
            ]}
            labels={{
              addressLine2: msg`Address, second line`,
              dockAddressNote: msg`Way to the docks`,
              minLeadMinutes: msg`Book at least, minutes before`,
              maxLeadDays: msg`Book at most, days before`,
              cancelCutoffMinutes: msg`Cancel or move at least, minutes before`,
              earlyGraceMinutes: msg`Early is still on time, minutes`,
              lateGraceMinutes: msg`Late is still on time, minutes`,
              noShowAfterMinutes: msg`No show after, minutes`,
              freeTimeMinutes: msg`Free time at the dock, minutes`,
            }}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** What the clock of the site shows. */
function Clock() {
  const fmt = useFormat();
  const [now] = useState(() => new Date().toISOString());
  return <Trans>now {fmt.time(now)}</Trans>;
}

function NewBin({ location }: { location: Location }) {
  const { go } = useAddress();
  if (!useMay()(storageLocations.create.can)) return null;
  return (
    <Button
      variant="default"
      onClick={() => go({ path: "/company-locations/bins", search: { locationId: location.id, form: "new" } })}
    >
      <Trans>New bin</Trans>
    </Button>
  );
}

/** The seven days and when the site is open on each. */
function Week({ location }: { location: Location }) {
  const { locale } = useFormat();
  return (
    <Section title={<Trans>Opening hours</Trans>}>
      <dl className={styles.week}>
        {weekdays.map((day) => {
          const windows = location.hours
            .filter(({ dayOfWeek }) => dayOfWeek === day)
            .toSorted((a, b) => a.opensAt.localeCompare(b.opensAt));
          return (
            <div key={day} data-closed={windows.length === 0 || undefined}>
              <dt>{weekdayName(day, locale)}</dt>
              {windows.length === 0 && (
                <dd>
                  <Trans>closed</Trans>
                </dd>
              )}
              {windows.map(({ opensAt, closesAt }) => (
                <dd key={opensAt}>
                  <Trans>
                    {opensAt} to {closesAt}
                  </Trans>
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </Section>
  );
}

function Closures({ location }: { location: Location }) {
  const { t } = useLingui();
  if (location.closures.length === 0) return null;
  return (
    <Section title={<Trans>Closures</Trans>}>
      <SiteZone value={location.timezone}>
        <ItemList aria-label={t`Closures`}>
          {location.closures.map(({ startsAt, endsAt, reason }) => (
            <li key={startsAt}>
              <span>
                <Instant at={startsAt} /> – <Instant at={endsAt} />
              </span>{" "}
              {reason}
            </li>
          ))}
        </ItemList>
      </SiteZone>
    </Section>
  );
}
