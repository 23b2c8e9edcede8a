import { useQuery } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { audit } from "./audit.contract.ts";

/** Up to where the trail is sealed and when that was verified; said aloud only when it is not what it was. */
export function SealLine() {
  const { data } = useQuery({
    queryKey: [audit.seal.path],
    queryFn: ({ signal }) => call(audit.seal, { signal }),
    meta: { quiet: true },
  });
  if (!data?.sealedUpTo) return null;
  if (data.brokenAt !== null)
    return (
      <Note icon="bad">
        <Trans>
          The trail is not what was sealed: event {data.brokenAt} was changed or removed, or another was put in before
          it. Tell who runs your installation.
        </Trans>
      </Note>
    );
  return (
    <Text tone="dim">
      <Trans>
        Sealed up to <Instant at={data.sealedUpTo} />
      </Trans>
      {data.verifiedAt && (
        <>
          ,{" "}
          <Trans>
            verified <Instant at={data.verifiedAt} />
          </Trans>
        </>
      )}
    </Text>
  );
}
