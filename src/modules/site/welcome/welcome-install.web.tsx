import { Trans, useLingui } from "@lingui/react/macro";
import IconClock from "@tabler/icons-react/dist/esm/icons/IconClock.mjs";
import IconDatabase from "@tabler/icons-react/dist/esm/icons/IconDatabase.mjs";
import IconLock from "@tabler/icons-react/dist/esm/icons/IconLock.mjs";
import IconPlugConnectedX from "@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs";
import styles from "./welcome-install.module.css";

/** How to have it oneself: one command. */
export function WelcomeInstall() {
  const { t } = useLingui();
  const facts = [
    { Icon: IconDatabase, text: t`Your database, plain tables` },
    { Icon: IconPlugConnectedX, text: t`Works on a closed network` },
    { Icon: IconLock, text: t`Companies kept apart in the database` },
    { Icon: IconClock, text: t`The local time of each site` },
  ];
  return (
    <section id="install" className={styles.own}>
      <div>
        <h2>
          <Trans>It is yours to run</Trans>
        </h2>
        <p>
          <Trans>
            One command on a machine with Node. PostgreSQL comes along, and nothing calls home. The first start fills a
            demo company to look around in.
          </Trans>
        </p>
        <ul className={styles.facts}>
          {facts.map(({ Icon, text }) => (
            <li key={text}>
              <Icon size={18} stroke={1.6} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <pre className={styles.terminal} tabIndex={0} aria-label={t`The command that starts it`}>
        <code>
          <i>$</i> npm start{"\n\n"}
          <em>Waybill is running. Open http://127.0.0.1:4400</em>
        </code>
      </pre>
    </section>
  );
}
