import { Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import type { Saved } from "./data/resource.ts";
import type { Outcome } from "./one-by-one.ts";
import { RecordLines } from "./selection-steps.tsx";

interface RefusedDialogProps<Rec> {
  refused: Outcome<Rec>["refused"];
  nameOf: (record: Rec) => ReactNode;
  onClose: () => void;
}

/** Which of the selected records were refused, and why, or of which no answer came; they stay selected. */
export function RefusedDialog<Rec extends Saved>({ refused, nameOf, onClose }: RefusedDialogProps<Rec>) {
  const { t } = useLingui();
  const why = new Map(
    refused.map(({ record, why, isLost }) => [record.id, isLost ? t`No answer came, so it may be done. ${why}` : why]),
  );
  return (
    <Dialog
      title={
        refused.some(({ isLost }) => isLost) ? (
          <Trans>It is not known whether all were done</Trans>
        ) : (
          <Plural
            value={refused.length}
            one="# was refused and is as before"
            other="# were refused and are as before"
          />
        )
      }
      isOpen
      onClose={onClose}
    >
      <Stack gap={18}>
        <RecordLines
          records={refused.map(({ record }) => record)}
          nameOf={nameOf}
          line={(record) => why.get(record.id)}
        />
        <Actions>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}
