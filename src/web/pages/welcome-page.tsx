import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../session.tsx";
import { Mark } from "../theme/mark.tsx";
import { Paper } from "./paper.tsx";
import { PublicFoot, useTitle } from "./plain-page.tsx";
import styles from "./welcome-page.module.css";

/** What the product is, for whoever is not signed in. */
export function WelcomePage() {
  const { t } = useLingui();
  useTitle();
  const { settings } = useSession();
  const stations = [
    { title: t`Order`, text: t`Lines pasted from a spreadsheet, approval above a threshold, revisions that keep their history.` },
    { title: t`Vendor's answer`, text: t`By a mailed link, on a phone, line by line. No account, no portal.` },
    { title: t`Dock and time`, text: t`One door, one truck: no booking can overlap another, and a refusal says what is free.` },
    { title: t`Receipt by scan`, text: t`Counted at the door, short and damaged goods decided on the spot. The order follows by itself.` },
  ];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={24} />
          <b>Waybill</b>
        </span>
        <Button variant="default" size="sm" component={Link} to="/login">
          <Trans>Sign in</Trans>
        </Button>
      </header>
      <main>
        <section className={styles.hero}>
          <div>
            <h1>
              <Trans>
                Every truck has a paper. <br />
                Now it has a plan.
              </Trans>
            </h1>
            <p className={styles.lead}>
              <Trans>Waybill runs your warehouse and your fleet in one console, on your own server. Vendors answer by link, trucks get a door, people count with a phone, and the late ones show up before they are late.</Trans>
            </p>
            <div className={styles.actions}>
              <Button size="md" component={Link} to="/login">
                {settings?.demo ? <Trans>Open the demo</Trans> : <Trans>Sign in</Trans>}
              </Button>
              {settings?.demo && (
                <span className={styles.hint}>
                  <Trans>Nothing to fill in: the accounts stand on the next page.</Trans>
                </span>
              )}
            </div>
          </div>
          <div className={styles.paper}>
            <Paper />
          </div>
        </section>
        <section className={styles.stage}>
          <ol className={styles.stations}>
            {stations.map(({ title, text }) => (
              <li key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
      <div className={styles.foot}>
        <PublicFoot />
      </div>
    </div>
  );
}
