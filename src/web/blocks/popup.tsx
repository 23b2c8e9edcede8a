import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { Popover } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import styles from "./popup.module.css";

interface PopupProps {
  /** The button it hangs on. */
  target: ReactElement;
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel under a button; Escape and a click beside it close it, the focus stays inside. */
export function Popup({ target, label, isOpen, onClose, children }: PopupProps) {
  return (
    <Popover opened={isOpen} onChange={(open) => !open && onClose()} position="bottom-start" offset={4} trapFocus returnFocus shadow="md" transitionProps={{ duration: 120 }}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
