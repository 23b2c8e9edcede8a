import { Trans, useLingui } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { deliveryStatusStyles } from "../deliveries/delivery-words.web.tsx";
import { Card } from "./card.web.tsx";
import type { FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type Deliveries = NonNullable<FleetDashboardReply["deliveries"]>;
const deliveryPage = "/fleet/deliveries/details";
const shown = ({ count, more }: { count: number; more: boolean }) => `${count}${more ? "+" : ""}`;

/** Deliveries that no trip has yet, the window that opens first on top. */
export function WaitingDeliveries({ waiting }: { waiting: Deliveries["waiting"] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { items, count, late } = waiting;
  const all = shown(waiting);
  return (
    <Card
      title={<Trans>Deliveries without a trip</Trans>}
      aside={late === 0 ? all : t`${all}, ${late} late`}
      definition={<Trans>Unassigned deliveries, by when their window opens. Late: the window is over.</Trans>}
      more={count > 0 ? { href: "/fleet/deliveries?worklist=waiting", label: t`All that wait for a trip` } : undefined}
    >
      <ul className={styles["rows"]}>
        {items.map(({ id, deliveryNumber, consigneeName, place, windowStart, windowEnd, isLate }) => (
          <li key={id} className={styles["two"]}>
            <Glyph icon={isLate ? "late" : "open"} size={13} />
            <span className={styles["what"]}>
              <a href={recordHref(deliveryPage, id)}>{deliveryNumber}</a>
              <Text tone="dim" size="small" shape="cut">
                {[consigneeName, place].filter(Boolean).join(", ")}
              </Text>
            </span>
            <Text shape="figures" tone={isLate ? "urgent" : "dim"} title={fmt.instant(windowStart)}>
              {t`to ${fmt.instant(windowEnd)}`}
            </Text>
          </li>
        ))}
      </ul>
      {count === 0 && (
        <Text as="p" tone="dim">
          <Trans>Each delivery has its trip.</Trans>
        </Text>
      )}
    </Card>
  );
}

/** Deliveries that are out by what was told, though their trip is back or has left their stop. */
export function UntoldDeliveries({ untold }: { untold: Deliveries["untold"] }) {
  const { t } = useLingui();
  return (
    <Card
      title={<Trans>Outcome not told</Trans>}
      aside={shown(untold)}
      definition={
        <Trans>
          Deliveries whose trip is over, or has left their stop, until somebody says what became of them on their page.
        </Trans>
      }
      more={{ href: "/fleet/deliveries?isOutcomeMissing=true", label: t`All without an outcome` }}
    >
      <ul className={styles["rows"]}>
        {untold.items.map(({ id, deliveryNumber, consigneeName, place, tripNumber }) => (
          <li key={id} className={styles["two"]}>
            <Glyph icon="warn" size={13} />
            <span className={styles["what"]}>
              <a href={recordHref(deliveryPage, id)}>{deliveryNumber}</a>
              <Text tone="dim" size="small" shape="cut">
                {[consigneeName, place].filter(Boolean).join(", ")}
              </Text>
            </span>
            <Text tone="dim">{tripNumber}</Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Deliveries that did not get there, and of which nobody has decided what becomes of them. */
export function FailedDeliveries({ undecided }: { undecided: Deliveries["undecided"] }) {
  const { t } = useLingui();
  const { items, count } = undecided;
  return (
    <Card
      title={<Trans>Failed, not planned again</Trans>}
      aside={shown(undecided)}
      definition={<Trans>Deliveries that failed or come back, until they are tried again or returned.</Trans>}
      more={count > 0 ? { href: "/fleet/deliveries?worklist=failed", label: t`All failed deliveries` } : undefined}
    >
      <ul className={styles["rows"]}>
        {items.map(({ id, deliveryNumber, consigneeName, place, state, reason }) => (
          <li key={id} className={styles["two"]}>
            <Glyph icon="bad" size={13} />
            <span className={styles["what"]}>
              <a href={recordHref(deliveryPage, id)}>{deliveryNumber}</a>
              <Text tone="dim" size="small" shape="cut">
                {reason ?? [consigneeName, place].filter(Boolean).join(", ")}
              </Text>
            </span>
            <StateChip statusStyles={deliveryStatusStyles} state={state} />
          </li>
        ))}
      </ul>
      {count === 0 && (
        <Text as="p" tone="dim">
          <Trans>None waits to be planned again.</Trans>
        </Text>
      )}
    </Card>
  );
}
