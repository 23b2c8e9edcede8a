import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "#web/api/session.tsx";
import { Mark } from "#web/ui/theme/mark.tsx";
import { Paper } from "#modules/site/paper/paper.web.tsx";
import { PublicFoot, useTitle } from "#web/shell/pages/plain-page.tsx";
import { WelcomeInstall } from "./welcome-install.web.tsx";
import { WelcomeRows } from "./welcome-rows.web.tsx";
import { WelcomeStage } from "./welcome-stage.web.tsx";
import styles from "./welcome-page.module.css";

/** What the product is, for whoever is not signed in. */
export function WelcomePage() {
  useTitle();
  const { settings } = useSession();
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
              <Trans>
                Waybill runs your warehouse from the order to the receipt, on your own server. Vendors answer by link,
                trucks get a door and a time, people count with a phone, and what is late shows before it hurts.
              </Trans>
            </p>
            <Begin isDemo={settings?.demo != null} isOpen={settings?.registration === true} />
          </div>
          <div className={styles.paper}>
            <Paper />
          </div>
        </section>
        <WelcomeStage />
        <WelcomeRows />
        <WelcomeInstall />
      </main>
      <div className={styles.foot}>
        <PublicFoot />
      </div>
    </div>
  );
}

/** The ways in: one filled button, what fits best here. */
function Begin({ isDemo, isOpen }: { isDemo: boolean; isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <div className={styles.actions}>
        <Button size="md" component={Link} to="/login">
          {isDemo ? <Trans>Open the demo</Trans> : <Trans>Sign in</Trans>}
        </Button>
        {isOpen && (
          <Button size="md" variant="default" component={Link} to="/register">
            <Trans>Register your company</Trans>
          </Button>
        )}
        <a href="#install" className={styles.install}>
          <Trans>Install it</Trans>
        </a>
      </div>
      <p className={styles.hint}>{isDemo && t`Nothing to fill in: the accounts of the demo stand on the next page.`}</p>
    </>
  );
}
