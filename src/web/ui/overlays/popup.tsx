import { cloneElement, useState, type ReactElement, type ReactNode, type Ref } from "react";
import { Floating } from "./floating.tsx";
import styles from "./popup.module.css";

interface PopupProps {
  /** The button it hangs on. */
  target: ReactElement<{
    ref?: Ref<HTMLButtonElement> | undefined;
    "aria-expanded"?: boolean;
    "aria-haspopup"?: "dialog";
  }>;
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel under a button, with fields in it. */
export function Popup({ target, label, isOpen, onClose, children }: PopupProps) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      {cloneElement(target, { ref: setAnchor, "aria-expanded": isOpen, "aria-haspopup": "dialog" })}
      {isOpen && (
        <Floating
          anchor={anchor}
          side="bottom-start"
          role="dialog"
          label={label}
          className={styles.panel}
          onClose={onClose}
        >
          {children}
        </Floating>
      )}
    </>
  );
}
