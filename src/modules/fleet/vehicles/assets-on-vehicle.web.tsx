import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { assets, type Asset } from "../assets/assets.contract.ts";

const columns = columnsOf<Asset>((c) => [
  c.link("assetNo", { label: msg`Asset` }),
  c.text("typeName", { label: msg`Type` }),
  c.choice("condition", { width: 120 }),
  c.quantity("payloadKg", { label: msg`Payload, kg` }),
]);

/** What a vehicle pulls or carries now: its trailer, containers, equipment. */
export function AssetsOnVehicle({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={assets}
      title={t`Assets on it`}
      columns={columns}
      where={{ vehicleId }}
      opens="/fleet/assets/details"
      none={<Trans>None: it pulls and carries nothing that is tracked.</Trans>}
    />
  );
}
