import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, type CSSProperties, type ReactNode } from "react";
import { call } from "#web/api/api.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import type { FleetDelivery } from "../deliveries.contract.ts";
import styles from "./chain.module.css";
import { deliveryChains } from "./chain.contract.ts";
import { useLinks, type ChainLink } from "./chain-links.web.tsx";
import { useChosenWay, Ways } from "./choose-way.web.tsx";

const everyMs = 60_000;

/** Purchase order, dock, stop and receipt of a delivery to one of the company's docks, side by side, and what brings them together. */
export function Chain({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: [deliveryChains.chain.path, delivery.id],
    queryFn: ({ signal }) => call(deliveryChains.chain, { id: delivery.id, signal }),
    enabled: delivery.deliveryScheduleId !== null,
    refetchInterval: everyMs,
    meta: { quiet: true, follows: deliveryChains.chain.reads },
  });
  const { way, choose } = useChosenWay(data?.ways ?? []);
  const links = useLinks(data, way);
  if (!data) return null;
  const shown = links.filter((link) => link !== null);
  if (shown.length === 0) return null;
  const rows = [t`Planned`, t`Expected`, ...(way ? [t`If it is done`, t`What it touches`] : [])];
  return (
    <Section title={t`From order to receipt`}>
      <div className={styles.chain} style={{ "--rows": rows.length + 1, "--links": shown.length } as CSSProperties}>
        <div className={styles.labels} aria-hidden>
          <span />
          {rows.map((row) => (
            <span key={row}>{row}</span>
          ))}
        </div>
        {shown.map((link) => (
          <Link key={link.title} link={link} rows={rows} />
        ))}
      </div>
      {way && <Ways chain={data} way={way} onChoose={choose} />}
    </Section>
  );
}

function Link({ link, rows }: { link: ChainLink; rows: readonly string[] }) {
  const id = useId();
  const cells: ReactNode[] = [link.planned, link.expected, link.proposed, link.touches];
  return (
    <section className={styles.link} aria-labelledby={id}>
      <header>
        <span id={id} className={styles.title}>
          {link.title}
        </span>
        <span className={styles.name}>{link.name}</span>
        {link.about && <span className={styles.about}>{link.about}</span>}
      </header>
      <dl>
        {rows.map((row, at) => (
          <div
            key={row}
            className={at === 2 ? styles.proposed : undefined}
            data-moved={at === 2 && link.isMoved ? true : undefined}
          >
            <dt>{row}</dt>
            <dd>{cells[at] ?? <Trans>nothing</Trans>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
