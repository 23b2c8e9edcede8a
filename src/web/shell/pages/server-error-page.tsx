import { Trans, useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { HomeButton } from "./not-found-page.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";

/** `/500?reference=…`: a fault of ours, with what a person can quote to support. */
export function ServerErrorPage() {
  const { t } = useLingui();
  useTitle(t`Server error`);
  const { reference } = useSearch({ strict: false }) as { reference?: string }; // all search values are plain text (router.tsx)
  return (
    <PlainPage
      code="500"
      title={<Trans>The server made a mistake</Trans>}
      actions={<HomeButton />}
      footnote={reference && <Trans>Reference {reference}</Trans>}
    >
      <Trans>
        What was saved before is safe. Try again in a moment; if it happens again, tell your administrator, with the
        reference if there is one.
      </Trans>
    </PlainPage>
  );
}
