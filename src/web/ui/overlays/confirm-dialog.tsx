import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog } from "./side-drawer.tsx";
import { Actions, Stack } from "../layout/layout.tsx";
import { Text } from "../layout/text.tsx";

interface ConfirmDialogProps {
  /** Names what happens: "Cancel 3 orders?" */
  title: ReactNode;
  isOpen: boolean;
  /** The button's words, verb and object: "Cancel 3 orders". */
  verb: string;
  keep?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** The consequence, in a sentence. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot simply be undone, and says what it will do. */
export function ConfirmDialog({
  title,
  isOpen,
  verb,
  keep,
  isDangerous = false,
  isBusy = false,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Stack gap={18}>
        {children && (
          <Text as="div" tone="soft" shape="lines">
            {children}
          </Text>
        )}
        <Actions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep ?? <Trans>Keep as it is</Trans>}
          </Button>
          <Button {...(isDangerous ? { color: "red" } : {})} loading={isBusy} onClick={onConfirm}>
            {verb}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}
