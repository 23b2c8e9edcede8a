import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { assetCommodities } from "../asset-commodities/asset-commodities.contract.ts";
import { allAssetLoads, assetLoadInput, assetLoads, type AssetLoad } from "../asset-loads/asset-loads.contract.ts";

const columns = columnsOf<AssetLoad>((c) => [
  c.custom("commodityName", {
    label: msg`Goods`,
    grows: 1,
    cell: ({ commodityName, unNumber }) => [commodityName, unNumber].filter(Boolean).join(", "),
  }),
  c.custom("quantity", { width: 120, align: "end", cell: (load) => <Quantity load={load} /> }),
  c.text("sealNumber", { label: msg`Seal`, width: 110 }),
  c.text("tripNumber", { label: msg`Trip`, width: 100 }),
  c.date("loadedAt", { label: msg`Loaded`, width: 130 }),
  c.custom("unloadedAt", { label: msg`Unloaded`, width: 130, align: "end", cell: (load) => <Unloaded load={load} /> }),
]);

/** What is in or on an asset, and what was, the latest first. */
export function LoadList({ assetId }: { assetId: string }) {
  const { t } = useLingui();
  const may = useMay();
  return (
    <RelatedList
      of={allAssetLoads}
      title={t`Loads`}
      columns={columns}
      where={{ assetId }}
      none={<Trans>None: nothing is in or on it.</Trans>}
      actions={may(assetLoads.create.can) && <LoadButton assetId={assetId} />}
    />
  );
}

function Quantity({ load: { quantity, quantityType } }: { load: AssetLoad }) {
  const fmt = useFormat();
  return `${fmt.quantity(quantity)} ${quantityType}`;
}

const asked = assetLoadInput.omit({ assetId: true, tripId: true });
const Field = fieldsOf(asked);

function LoadButton({ assetId }: { assetId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const load = async (given: Record<string, unknown>) => {
    await call(assetLoads.create, { body: { ...asked.parse(given), assetId } });
    setOpen(false);
    toastDone(t`Loaded`);
    void client.invalidateQueries({ queryKey: [allAssetLoads.list.path] });
  };
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        <Trans>Load goods</Trans>
      </Button>
      {isOpen && (
        <LazyInputDialog
          title={t`Load goods`}
          verb={t`Load goods`}
          schema={asked}
          draft={[assetLoads.create.path, assetId]}
          fields={
            <>
              <Field.Reference name="commodityId" of={assetCommodities} label="name" title={msg`Goods`} />
              <Field.Decimal name="quantity" />
              <Field.Text name="sealNumber" label={msg`Seal`} />
              <Field.Moment name="loadedAt" label={msg`When`} help={<Trans>Empty is now</Trans>} />
            </>
          }
          onSubmit={load}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Unloaded({ load }: { load: AssetLoad }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  if (load.unloadedAt !== null) return fmt.instant(load.unloadedAt);
  if (!hasAbility(load, "unload")) return <Trans>loaded</Trans>;
  const unload = async () => {
    await call(assetLoads.unload, { id: load.id, body: {} });
    toastDone(t`Unloaded`);
    void client.invalidateQueries({ queryKey: [allAssetLoads.list.path] });
  };
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => void unload()}>
      <Trans>Unload</Trans>
    </Button>
  );
}
