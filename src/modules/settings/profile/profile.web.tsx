import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useUser } from "#web/session.tsx";
import styles from "./profile.module.css";

/** Who is signed in and what they are here: facts, changed elsewhere. */
export function Profile() {
  const { i18n } = useLingui();
  const { firstName, lastName, email, company, roles, modules, locale, timezone } = useUser();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {firstName} {lastName}
        </h1>
        <Button variant="default" component={Link} to="/change-password">
          <Trans>Change password</Trans>
        </Button>
      </header>
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
        <dt>
          <Trans>Language and numbers</Trans>
        </dt>
        <dd>{locale}</dd>
        <dt>
          <Trans>Time zone</Trans>
        </dt>
        <dd>{timezone}</dd>
      </dl>
    </div>
  );
}
