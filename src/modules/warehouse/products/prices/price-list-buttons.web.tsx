import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import { urlOf } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { products } from "../products.contract.ts";

/** What all vendors sell products for: as a file, and from one for those who may write it. */
export function PriceListButtons() {
  const { go } = useAddress();
  const mayEdit = useMay()(products.update.can);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        component="a"
        download
        href={urlOf(products.exportPrices, {})}
        leftSection={<IconDownload size={15} stroke={1.7} />}
      >
        <Trans>Prices</Trans>
      </Button>
      {mayEdit && (
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconUpload size={15} stroke={1.7} />}
          onClick={() => go({ path: "/warehouse/import", search: { entity: "price-list" } })}
        >
          <Trans>Import prices</Trans>
        </Button>
      )}
    </>
  );
}
