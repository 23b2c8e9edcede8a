import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ChunkLoadError } from "../chunk.ts";
import { asProblem } from "../problem.ts";
import { PlainPage } from "./plain-page.tsx";

/** What a route shows when it fails: a chunk that did not arrive offers to reload, anything else to try again. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof ChunkLoadError) return <ReloadOffer />;
  const { message, requestId } = asProblem(error);
  return (
    <PlainPage
      title={<Trans>This page failed</Trans>}
      actions={
        <Button onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
      }
      footnote={requestId ?? message}
    >
      <Trans>The fault is ours; what was saved before is safe. If it happens again, quote the line below to support.</Trans>
    </PlainPage>
  );
}

function ReloadOffer() {
  return (
    <PlainPage
      title={<Trans>A part of this page did not load</Trans>}
      actions={
        <Button onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
      }
    >
      <Trans>Waybill may have been updated since you opened it, or the line is slow. Reloading brings the current version.</Trans>
    </PlainPage>
  );
}
