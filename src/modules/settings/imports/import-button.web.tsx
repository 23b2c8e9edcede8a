import { Button } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import type { Can } from "#shared/permissions/permissions.ts";
import { useMay } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import styles from "./import-button.module.css";

/** Leads from a list to the import of its records, for those who may write them. */
export function ImportButton({ entity, can }: { entity: string; can: Can | readonly Can[] }) {
  const { t } = useLingui();
  const { go } = useAddress();
  if (!useMay()(can)) return null;
  return (
    <Button
      variant="default"
      className={styles.button ?? ""}
      aria-label={t`Import`}
      leftSection={<IconUpload size={15} stroke={1.7} />}
      onClick={() => go({ path: "/warehouse/import", search: { entity } })}
    >
      {t`Import`}
    </Button>
  );
}
