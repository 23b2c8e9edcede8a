import { Trans } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Trip } from "../trips.contract.ts";

/** What goes along on a trip: trailers, containers, equipment. */
export function AttachedAssets({ attached }: { attached: Trip["attached"] }) {
  const fmt = useFormat();
  if (attached.length === 0) return null;
  return (
    <Stack as="section" gap={6}>
      <h2>
        <Trans>Trailers and other assets</Trans>
      </h2>
      <ul>
        {attached.map(({ assetId, assetNo, typeName, detachedAt, reason }, at) => (
          <li key={at}>
            <a href={recordHref("/fleet/assets/details", assetId)}>{assetNo}</a>, {typeName}
            {detachedAt !== null && reason !== null && (
              <Trans>
                , stayed behind {fmt.instant(detachedAt)}: {reason}
              </Trans>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
