import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./floating.module.css";

export type Side = "bottom-start" | "bottom-end";

interface FloatingProps {
  /** What it hangs on. */
  anchor: HTMLElement | null;
  side: Side;
  onClose: () => void;
  role: "menu" | "dialog";
  label?: string | undefined;
  width?: number | undefined;
  className?: string | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

const gap = 4;
const edge = 8;

/**
 * A panel above everything, next to its anchor; Escape, a press elsewhere and leaving it by Tab close it. The browser's
 * own top layer, so no ancestor cuts it.
 */
export function Floating({ anchor, side, onClose, role, label, width, className, onKeyDown, children }: FloatingProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const element = panel.current;
    if (!element || !anchor) return;
    const position = () => place(element, { anchor, side });
    const dismiss = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target) && !anchor.contains(target)) close.current();
    };
    element.showPopover();
    position();
    element.querySelector<HTMLElement>("[data-autofocus], input, [role^=menuitem], button, a")?.focus();
    addEventListener("resize", position);
    addEventListener("scroll", position, { capture: true, passive: true });
    document.addEventListener("pointerdown", dismiss, true);
    return () => {
      removeEventListener("resize", position);
      removeEventListener("scroll", position, { capture: true });
      document.removeEventListener("pointerdown", dismiss, true);
      if (element.contains(document.activeElement)) anchor.focus();
    };
  }, [anchor, side]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      anchor?.focus();
      onClose();
    }
    onKeyDown?.(event);
  };
  return (
    <div
      ref={panel}
      popover="manual"
      role={role}
      aria-label={label}
      className={`${styles.panel} ${className ?? ""}`}
      style={width ? { width } : {}}
      onKeyDown={handleKey}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget instanceof Node &&
        !currentTarget.contains(relatedTarget) &&
        !anchor?.contains(relatedTarget) &&
        onClose()
      }
    >
      {children}
    </div>
  );
}

/** Below the anchor, above it where there is more room; never beyond the window. */
function place(element: HTMLElement, { anchor, side }: { anchor: HTMLElement; side: Side }): void {
  const at = anchor.getBoundingClientRect();
  const isFromRight = (side === "bottom-end") !== (getComputedStyle(element).direction === "rtl");
  const below = innerHeight - at.bottom - gap - edge;
  const above = at.top - gap - edge;
  const isAbove = element.scrollHeight > below && above > below;
  element.style.maxHeight = `${Math.max(120, isAbove ? above : below)}px`;
  const left = isFromRight ? at.right - element.offsetWidth : at.left;
  element.style.left = `${Math.max(edge, Math.min(left, innerWidth - element.offsetWidth - edge))}px`;
  element.style.top = `${isAbove ? at.top - gap - element.offsetHeight : at.bottom + gap}px`;
}
