import type { MessageDescriptor } from "@lingui/core";
import { Button } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import type { Can } from "#shared/permissions/permissions.ts";
import { useMay } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import styles from "./import-button.module.css";

interface ImportButtonProps {
  entity: string;
  can: Can | readonly Can[];
  /** What it says where a list has several: "Import prices". */
  label?: MessageDescriptor;
  /** Narrower than this it is not offered; without it a phone has its sign alone. */
  visibleFrom?: "sm" | "lg";
}

/** Leads from a list to the import of its records, for those who may write them. */
export function ImportButton({ entity, can, label, visibleFrom }: ImportButtonProps) {
  const { t, i18n } = useLingui();
  const { go } = useAddress();
  if (!useMay()(can)) return null;
  const words = label ? i18n._(label) : t`Import`;
  return (
    <Button
      variant="default"
      {...(visibleFrom ? { visibleFrom } : { className: styles.button ?? "" })}
      aria-label={words}
      leftSection={<IconUpload size={15} stroke={1.7} />}
      onClick={() => go({ path: "/warehouse/import", search: { entity } })}
    >
      {words}
    </Button>
  );
}
