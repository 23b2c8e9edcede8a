import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconBookmark from "@tabler/icons-react/dist/esm/icons/IconBookmark.mjs";
import { useState } from "react";
import { bringsDialog } from "#web/detail/step-dialog.tsx";
import { useAddress } from "#web/list/data/address.ts";
import tools from "#web/list/tools.module.css";
import type { ListViewsProps } from "#web/list/view-slot.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { NameDialog } from "./name-dialog.web.tsx";
import { shownNow, useViewChanges } from "./use-saved-views.web.ts";
import { viewParam } from "./view-param.ts";

/** The button stands on every list, so the focus goes there from what is gone. */
export const saveButtonId = "save-view";

/** Saves what the list shows now as a view of the person's own, and opens it. */
export function SaveView(props: ListViewsProps) {
  const { t } = useLingui();
  const { go } = useAddress();
  const now = shownNow(props);
  const { create } = useViewChanges(props.of.list.path);
  const [isOpen, setOpen] = useState(false);
  const save = async (name: string) => {
    const { id } = await create({ name, search: now });
    go({ search: { ...now, [viewParam]: id }, replace: true });
    toastDone(t`View saved`, { line: name });
  };
  return (
    <>
      <Button
        id={saveButtonId}
        variant="subtle"
        size="compact-xs"
        className={tools.add}
        leftSection={<IconBookmark size={14} stroke={1.8} />}
        {...bringsDialog}
        onClick={() => setOpen(true)}
      >
        <Trans>Save view</Trans>
      </Button>
      {isOpen && (
        <NameDialog
          title={<Trans>Save this view</Trans>}
          verb={t`Save`}
          askedBy={saveButtonId}
          onSubmit={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
