import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import styles from "./side-drawer.module.css";

/** Whether the screen is a phone's: read before the first paint, so that nothing jumps. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
}

interface SideDrawerProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A right drawer of 440, on a phone the whole screen. Its children may end in a bar that stays at the foot. */
export function SideDrawer({ title, isOpen, onClose, children }: SideDrawerProps) {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      size={isPhone ? "100%" : 440}
      // A <header> inside a dialog counts as a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": t`Close` }}
      overlayProps={{ color: "#0c0f11", backgroundOpacity: 0.32 }}
      transitionProps={{ duration: 150 }}
      // Only classes that exist: Mantine reads the others as absent.
      classNames={{ content: styles.content ?? "", header: styles.header ?? "", title: styles.title ?? "", body: styles.body ?? "" }}
    >
      {children}
    </Drawer>
  );
}
