import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import { useMay } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";

/** What lay in the bins at the beginning, from a file, for those who may say it. */
export function OpeningStockButton() {
  const { go } = useAddress();
  if (!useMay()("CAN_ENTER_OPENING_STOCK")) return null;
  return (
    <Button
      variant="default"
      visibleFrom="lg"
      leftSection={<IconUpload size={15} stroke={1.7} />}
      onClick={() => go({ path: "/warehouse/import", search: { entity: "opening-stock" } })}
    >
      <Trans>Import stock</Trans>
    </Button>
  );
}
