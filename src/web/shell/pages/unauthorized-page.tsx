import { Trans, useLingui } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../api/session.tsx";
import { itemsOf } from "../menus.ts";
import { HomeButton } from "./not-found-page.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";
import styles from "./unauthorized-page.module.css";

/** The specification fixes its words; the search finds the screens that this user may open. */
export function UnauthorizedPage() {
  const { t, i18n } = useLingui();
  useTitle(t`Not authorized`);
  const { user } = useSession();
  const [words, setWords] = useState("");
  const screens = user ? itemsOf(user.menus).map(({ name, to }) => ({ to, name: i18n._(name) })) : [];
  const found = screens.filter(({ name }) => name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase()));
  return (
    <PlainPage code="401" title={<Trans>You are not authorized</Trans>} actions={<HomeButton />}>
      <p>
        <Trans>The page you are looking for is temporarily unavailable.</Trans>
      </p>
      <p className={styles.help}>
        <Trans>An administrator of your company can give you the permission. These you may open:</Trans>
      </p>
      <TextInput
        type="search"
        aria-label={t`Search`}
        placeholder={t`Search the screens you may open`}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className={styles.found} aria-live="polite">
        {found.map(({ name, to }) => (
          <li key={to}>
            <Link to={to ?? "/"} className={styles.link}>
              {name}
            </Link>
          </li>
        ))}
        {found.length === 0 && (
          <li className={styles.none}>
            <Trans>No screen has this name.</Trans>
          </li>
        )}
      </ul>
    </PlainPage>
  );
}
