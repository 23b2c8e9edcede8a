import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";

export function NotFoundPage() {
  const { t } = useLingui();
  useTitle(t`Not found`);
  return (
    <PlainPage code="404" title={<Trans>There is no such page</Trans>} actions={<HomeButton />}>
      <Trans>The address may be mistyped, or the page was moved. Nothing was changed.</Trans>
    </PlainPage>
  );
}

/** The same inside the shell, where the menu still stands. */
export function NotFoundInShell() {
  return (
    <EmptyState isPage drawing="route" title={<Trans>There is no such page</Trans>} actions={<HomeButton />}>
      <Trans>The address may be mistyped, or the page was moved. Nothing was changed.</Trans>
    </EmptyState>
  );
}

/** `/` leads to the dashboard for whoever is signed in. */
export function HomeButton() {
  return (
    <Button variant="default" component={Link} to="/">
      <Trans>Go to the start page</Trans>
    </Button>
  );
}
