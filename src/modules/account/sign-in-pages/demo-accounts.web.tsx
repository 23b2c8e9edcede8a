import { Trans } from "@lingui/react/macro";
import IconArrowRight from "@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs";
import { initials } from "#web/ui/marks.tsx";
import type { DemoAccount, Settings } from "#web/api/session-user.ts";
import styles from "./demo-accounts.module.css";

interface DemoAccountsProps {
  demo: NonNullable<Settings["demo"]>;
  chosen: string;
  onPick: (account: DemoAccount, password: string) => void;
}

/** The people of the demo company; a click fills the form. Only while the demo setting is on. */
export function DemoAccounts({ demo, chosen, onPick }: DemoAccountsProps) {
  return (
    <section className={styles.demo}>
      <h2>
        <Trans>Look around with a demo account</Trans>
      </h2>
      <p className={styles.about}>
        <Trans>The data is made up. Click one to fill it in.</Trans>
      </p>
      {demo.accounts.map((account) => (
        <button
          key={account.email}
          type="button"
          className={styles.account}
          aria-pressed={account.email === chosen}
          onClick={() => onPick(account, demo.password)}
        >
          <span className={styles.initials} aria-hidden>
            {initials(account.name)}
          </span>
          <span>
            <b>{account.name}</b>
            <small>{account.role}</small>
          </span>
          <small className={styles.module}>{account.module}</small>
          <IconArrowRight size={15} stroke={1.8} className={styles.arrow} />
        </button>
      ))}
    </section>
  );
}
