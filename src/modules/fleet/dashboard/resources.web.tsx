import { Trans, useLingui } from "@lingui/react/macro";
import { phoneHref } from "#shared/format/phone.ts";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Card } from "./card.web.tsx";
import type { FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type Part<Name extends keyof FleetDashboardReply> = NonNullable<FleetDashboardReply[Name]>;

/** Vehicles that nobody counts on within a day. */
export function FreeVehicles({ vehicles: { free } }: { vehicles: Part<"vehicles"> }) {
  const { t } = useLingui();
  return (
    <Card
      title={<Trans>Free vehicles</Trans>}
      aside={<Trans>{free.count} for a day</Trans>}
      more={
        free.count > free.items.length
          ? { href: "/fleet/vehicles?availability=available", label: t`All of them` }
          : undefined
      }
    >
      <ul className={styles["rows"]}>
        {free.items.map(({ id, unitNumber, plateNumber, typeName }) => (
          <li key={id} className={styles["one"]}>
            <Glyph icon="done" size={13} />
            <a href={recordHref("/fleet/vehicles/details", id)}>{unitNumber}</a>
            <Text tone="dim" shape="cut" grows>
              {[plateNumber, typeName].filter(Boolean).join(", ")}
            </Text>
          </li>
        ))}
      </ul>
      {free.count === 0 && (
        <Text as="p" tone="dim">
          <Trans>No vehicle is free.</Trans>
        </Text>
      )}
    </Card>
  );
}

/** Drivers whom nobody counts on within a day, and who may drive. */
export function FreeDrivers({ drivers: { free } }: { drivers: Part<"drivers"> }) {
  const { t } = useLingui();
  return (
    <Card
      title={<Trans>Free drivers</Trans>}
      aside={<Trans>{free.count} for a day</Trans>}
      more={
        free.count > free.items.length ? { href: "/fleet/drivers?status=active", label: t`All of them` } : undefined
      }
    >
      <ul className={styles["rows"]}>
        {free.items.map(({ id, name, phone }) => (
          <li key={id} className={styles["one"]}>
            <Glyph icon="done" size={13} />
            <a href={recordHref("/fleet/drivers/details", id)}>{name}</a>
            <Text tone="dim" shape="cut" grows>
              {phone && <a href={phoneHref(phone)}>{phone}</a>}
            </Text>
          </li>
        ))}
      </ul>
      {free.count === 0 && (
        <Text as="p" tone="dim">
          <Trans>No driver is free.</Trans>
        </Text>
      )}
    </Card>
  );
}

/** Papers that have ended or do within thirty days. */
export function EndingPapers({ papers: { ending } }: { papers: Part<"papers"> }) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <Card
      title={<Trans>Papers that end</Trans>}
      aside={<Trans>{ending.count} within 30 days</Trans>}
      more={{ href: "/fleet/documents?validity=expired,expiring&sort=endsOn", label: t`All documents that end` }}
    >
      <ul className={styles["rows"]}>
        {ending.items.map(({ id, typeName, about, expiresOn, isOver, blocksDispatch }) => (
          <li key={id} className={styles["one"]}>
            <Glyph icon={isOver && blocksDispatch ? "bad" : "warn"} size={13} />
            <span className={styles["what"]}>
              <a href={recordHref("/fleet/documents/details", id)}>{about ?? typeName}</a>
              <Text tone="dim" size="small" shape="cut">
                {about === null ? "" : typeName}
              </Text>
            </span>
            <Text tone={isOver ? "bad" : "dim"} shape="figures" title={fmt.date(expiresOn)}>
              {fmt.daysFromNow(expiresOn)}
            </Text>
          </li>
        ))}
      </ul>
      {ending.count === 0 && (
        <Text as="p" tone="dim">
          <Trans>None ends soon.</Trans>
        </Text>
      )}
    </Card>
  );
}
