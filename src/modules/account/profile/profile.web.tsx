import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUser } from "#web/api/session.tsx";
import { OwnSessions } from "./own-sessions.web.tsx";
import { ProfileForm } from "./profile-form.web.tsx";
import { SecondFactorPanel } from "./second-factor.web.tsx";
import styles from "./profile.module.css";

/** The own account: what one is called, how one wants to see things, how and where one signs in. */
export function Profile() {
  const { firstName, lastName } = useUser();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {firstName} {lastName}
        </h1>
      </header>
      <Part title={<Trans>About you</Trans>}>
        <ProfileForm />
      </Part>
      <Part title={<Trans>Your place here</Trans>}>
        <Place />
      </Part>
      <Part title={<Trans>Password</Trans>}>
        <div className={styles.row}>
          <span className={styles.grey}>
            <Trans>Changing it ends every session, this one too.</Trans>
          </span>
          <Button variant="default" component={Link} to="/change-password">
            <Trans>Change password</Trans>
          </Button>
        </div>
      </Part>
      <Part title={<Trans>Second factor</Trans>}>
        <SecondFactorPanel />
      </Part>
      <Part title={<Trans>Where you are signed in</Trans>}>
        <OwnSessions />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** What others decide: the company and its administrators. */
function Place() {
  const { i18n } = useLingui();
  const { email, company, roles, modules } = useUser();
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Email</Trans>
      </dt>
      <dd>{email}</dd>
      <dt>
        <Trans>Company</Trans>
      </dt>
      <dd>{company.name}</dd>
      <dt>
        <Trans>Roles</Trans>
      </dt>
      <dd>{roles.map(({ name }) => name).join(", ")}</dd>
      <dt>
        <Trans>Modules</Trans>
      </dt>
      <dd>{modules.map(({ fullName }) => i18n._(fullName)).join(", ")}</dd>
    </dl>
  );
}
