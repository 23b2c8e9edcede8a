import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer, Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, type FocusEvent, type ReactNode } from "react";
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
  onFocusCapture: keepFocus,
};

/** Mantine puts the focus on its first place a second time, when it gets to it: by then somebody types elsewhere, and stays there. */
function keepFocus({ currentTarget, target }: FocusEvent): void {
  if (!currentTarget.contains(target)) return; // of a dialog above this one
  for (const first of currentTarget.querySelectorAll("[data-autofocus]")) first.removeAttribute("data-autofocus");
  target.setAttribute("data-autofocus", "");
}

/** One that is taken away while it is open gives the focus back, too: Mantine does so only for one that closes. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => void (document.activeElement === document.body && before?.focus()), [before]);
}

/** What both kinds are told: to turn open after they are there, or Mantine does not know where the focus goes back to. */
function useOverlay({ isOpen, ...props }: OverlayProps) {
  const { t } = useLingui();
  useFocusBack();
  const opened = useMounted() && isOpen;
  return { ...overlay, ...props, opened, closeButtonProps: { "aria-label": t`Close` } };
}

/** What `SideDrawer` draws; it arrives with the first of them that opens. */
export function MantineDrawer(props: OverlayProps) {
  const isPhone = useIsPhone();
  return (
    <Drawer
      {...useOverlay(props)}
      position="right"
      size={isPhone ? "100%" : 440}
      // Only classes that exist: Mantine reads the others as absent.
      classNames={{
        content: styles.drawer ?? "",
        header: styles.drawerHead ?? "",
        title: styles.drawerTitle ?? "",
        body: styles.drawerBody ?? "",
      }}
    />
  );
}

/** What `Dialog` draws. */
export const MantineDialog = (props: OverlayProps) => (
  <Modal
    {...useOverlay(props)}
    centered
    size={420}
    classNames={{ header: styles.dialogHead ?? "", title: styles.dialogTitle ?? "", body: styles.dialogBody ?? "" }}
  />
);
