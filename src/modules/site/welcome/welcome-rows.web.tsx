import { Trans, useLingui } from "@lingui/react/macro";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { WelcomePicture } from "./welcome-picture.web.tsx";
import styles from "./welcome-rows.module.css";

/** Two of the ideas, each with the screens that carry it. */
export function WelcomeRows() {
  const { t } = useLingui();
  return (
    <>
      <section className={styles.row}>
        <div>
          <h2>
            <Trans>Two truths side by side</Trans>
          </h2>
          <p>
            <Trans>
              Asked and answered, ordered and counted: in the same row, with the difference written out. What waits says
              for whom, and the next step stands beside it.
            </Trans>
          </p>
          <Points
            of={[
              ["done", t`Approved above a threshold, by another person`],
              ["wait", t`A vendor's change waits for the buyer's word`],
              ["end", t`The order follows the receipts by itself`],
            ]}
          />
        </div>
        <WelcomePicture
          name="warehouse.purchase-orders.details"
          on="screen"
          alt={t`A purchase order: what was asked and what the vendor answered, line by line, with the history beside it`}
        />
      </section>
      <section className={`${styles.row} ${styles.turned}`}>
        <div className={styles.phones}>
          <WelcomePicture name="po-link" on="phone" alt={t`A vendor answers an order line by line, on a phone`} />
          <WelcomePicture name="po-link--receipt" on="phone" alt={t`The vendor sees what was counted at the door`} />
        </div>
        <div>
          <h2>
            <Trans>People outside need no account</Trans>
          </h2>
          <p>
            <Trans>
              A vendor or a carrier opens the link in a mail and answers, on a phone or a computer. Afterwards they see
              what was counted.
            </Trans>
          </p>
          <Points
            of={[
              ["open", t`Opening a link never changes anything`],
              ["done", t`One link, one answer, and it says so afterwards`],
              ["ended", t`A changed order ends its old links`],
            ]}
          />
        </div>
      </section>
    </>
  );
}

function Points({ of }: { of: readonly (readonly [icon: IconName, text: string])[] }) {
  return (
    <ul className={styles.points}>
      {of.map(([icon, text]) => (
        <li key={text}>
          <Glyph icon={icon} size={15} />
          {text}
        </li>
      ))}
    </ul>
  );
}
