import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import type { Can } from "#shared/contract.ts";
import { useMay } from "#web/session.tsx";
import { useAddress } from "./address.ts";

/** Leads from a list to the import of its records, for those who may write them. */
export function ImportButton({ entity, can }: { entity: string; can: Can | readonly Can[] }) {
  const { go } = useAddress();
  if (!useMay()(can)) return null;
  return (
    <Button variant="default" leftSection={<IconUpload size={15} stroke={1.7} />} onClick={() => go({ path: "/warehouse/import", search: { entity } })}>
      <Trans>Import</Trans>
    </Button>
  );
}
