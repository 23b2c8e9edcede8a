import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Button, Modal } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import styles from "./confirm-dialog.module.css";

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of 420 in the middle, for choosing and confirming. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const { t } = useLingui();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      size={420}
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": t`Close` }}
      overlayProps={{ color: "#0c0f11", backgroundOpacity: 0.32 }}
      transitionProps={{ duration: 150 }}
      classNames={{ title: styles.title ?? "", header: styles.header ?? "", body: styles.body ?? "" }}
    >
      {children}
    </Modal>
  );
}

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
export function ConfirmDialog({ title, isOpen, verb, keep, isDangerous = false, isBusy = false, children, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children && <div className={styles.text}>{children}</div>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep ?? <Trans>Keep as it is</Trans>}
        </Button>
        <Button {...(isDangerous ? { color: "red" } : {})} loading={isBusy} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
