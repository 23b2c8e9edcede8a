import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer, Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useIsPhone } from "../use-is-phone.ts";
import styles from "./overlays.module.css";

export interface OverlayProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

const overlay = {
  // A <header> inside a dialog counts as a second banner of the page.
  attributes: { header: { role: "presentation" } },
  overlayProps: { color: "#0c0f11", backgroundOpacity: 0.32 },
  transitionProps: { duration: 150 },
};

/** What `SideDrawer` draws; it arrives with the first of them that opens. */
export function MantineDrawer({ title, isOpen, onClose, children }: OverlayProps) {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  // it has to turn open after it is there, or Mantine does not know where the focus goes back to
  const isTurnedOpen = useMounted() && isOpen;
  return (
    <Drawer
      {...overlay}
      opened={isTurnedOpen}
      onClose={onClose}
      title={title}
      position="right"
      size={isPhone ? "100%" : 440}
      closeButtonProps={{ "aria-label": t`Close` }}
      // Only classes that exist: Mantine reads the others as absent.
      classNames={{
        content: styles.drawer ?? "",
        header: styles.drawerHead ?? "",
        title: styles.drawerTitle ?? "",
        body: styles.drawerBody ?? "",
      }}
    >
      {children}
    </Drawer>
  );
}

/** What `Dialog` draws. */
export function MantineDialog({ title, isOpen, onClose, children }: OverlayProps) {
  const { t } = useLingui();
  const isTurnedOpen = useMounted() && isOpen; // as above
  return (
    <Modal
      {...overlay}
      opened={isTurnedOpen}
      onClose={onClose}
      title={title}
      centered
      size={420}
      closeButtonProps={{ "aria-label": t`Close` }}
      classNames={{ header: styles.dialogHead ?? "", title: styles.dialogTitle ?? "", body: styles.dialogBody ?? "" }}
    >
      {children}
    </Modal>
  );
}
