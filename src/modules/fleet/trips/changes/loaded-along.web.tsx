import { useQuery } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { allAssetLoads, type AssetLoad } from "../../asset-loads/asset-loads.contract.ts";

/** What is known to be in or on what goes along, and what becomes of it where that stays behind. */
export function LoadedAlong({ assetIds }: { assetIds: readonly string[] }) {
  const may = useMay();
  const query = { assetId: assetIds.join(","), isLoaded: "true", limit: 200 } as const;
  const { data } = useQuery({
    queryKey: [allAssetLoads.list.path, "along", query],
    queryFn: ({ signal }) => call(allAssetLoads.list, { query, signal }),
    enabled: may(allAssetLoads.list.can),
  });
  return [...Map.groupBy(data?.items ?? [], ({ assetId }) => assetId)].map(([id, loads]) => (
    <LoadOf key={id} assetId={id} loads={loads} />
  ));
}

function LoadOf({ assetId, loads }: { assetId: string; loads: readonly AssetLoad[] }) {
  const fmt = useFormat();
  const what = loads.map(({ commodityName, quantity }) => `${fmt.quantity(quantity)} × ${commodityName}`).join(", ");
  const assetNo = loads[0]?.assetNo ?? "";
  return (
    <Text as="p" size="small" tone="soft">
      <Trans>
        On <a href={recordHref("/fleet/assets/details", assetId)}>{assetNo}</a>: {what}. Where it stays behind its load
        stays with it; what is unloaded is told on its page.
      </Trans>
    </Text>
  );
}
