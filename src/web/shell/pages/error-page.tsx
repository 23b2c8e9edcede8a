import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChunkLoadError } from "../../api/chunk.ts";
import { asProblem } from "../../api/problem.ts";
import { PlainPage } from "./plain-page.tsx";

interface Said {
  title: ReactNode;
  text: ReactNode;
  action: ReactNode;
  footnote?: string;
}

/** What a page without the shell shows when it fails. */
export function ErrorPage(props: ErrorComponentProps) {
  const { title, text, action, footnote } = whatToSay(props);
  return (
    <PlainPage title={title} actions={action} footnote={footnote}>
      {text}
    </PlainPage>
  );
}

/** What a screen shows when it fails; the menu beside it still works. */
export function ErrorInShell(props: ErrorComponentProps) {
  const { title, text, action, footnote } = whatToSay(props);
  return (
    <EmptyState isPage drawing="bad" title={title} actions={action} footnote={footnote}>
      {text}
    </EmptyState>
  );
}

/** A chunk that did not arrive offers to reload the page; anything else to try again. */
function whatToSay({ error, reset }: ErrorComponentProps): Said {
  if (error instanceof ChunkLoadError) {
    return {
      title: <Trans>A part of this page did not load</Trans>,
      text: (
        <Trans>
          Waybill may have been updated since you opened it, or the line is slow. Reloading brings the current version.
        </Trans>
      ),
      action: (
        <Button onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      ),
    };
  }
  const { message, requestId } = asProblem(error);
  return {
    title: <Trans>This page failed</Trans>,
    text: (
      <Trans>
        The fault is ours; what was saved before is safe. If it happens again, quote the line below to support.
      </Trans>
    ),
    action: (
      <Button onClick={reset}>
        <Trans>Try again</Trans>
      </Button>
    ),
    footnote: requestId ?? message,
  };
}
