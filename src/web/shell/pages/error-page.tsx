import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChunkLoadError } from "../../api/chunk.ts";
import { asProblem } from "../../api/problem.ts";
import { PlainPage, useTitle } from "./plain-page.tsx";

/** What a page without the shell shows when it fails. */
export function ErrorPage(props: ErrorComponentProps) {
  useTitle();
  return <PlainPage {...whatToSay(props)} />;
}

/** What a screen shows when it fails; the menu beside it still works. */
export const ErrorInShell = (props: ErrorComponentProps) => <EmptyState isPage drawing="bad" {...whatToSay(props)} />;

/** A chunk that did not arrive offers to reload the page; anything else to try again. */
function whatToSay({ error, reset }: ErrorComponentProps) {
  if (error instanceof ChunkLoadError) {
    return {
      title: <Trans>A part of this page did not load</Trans>,
      children: (
        <Trans>
          Waybill may have been updated since you opened it, or the line is slow. Reloading brings the current version.
        </Trans>
      ),
      actions: (
        <Button onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      ),
    };
  }
  const { message, requestId } = asProblem(error);
  return {
    title: <Trans>This page failed</Trans>,
    children: (
      <Trans>
        The fault is ours; what was saved before is safe. If it happens again, quote the line below to support.
      </Trans>
    ),
    actions: (
      <Button onClick={reset}>
        <Trans>Try again</Trans>
      </Button>
    ),
    footnote: requestId ?? message,
  };
}
