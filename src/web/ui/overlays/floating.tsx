import { createContext, use, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
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
  /** Whether it stands outside of what is around its anchor, whose styles would reach a table in it. */
  isApart?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

/** The panels around, from outside to inside. */
const Around = createContext("");

const gap = 4;
const edge = 8;

/**
 * A panel above everything, next to its anchor; Escape, a press elsewhere and leaving it by Tab close it. The browser's
 * own top layer, so no ancestor cuts it.
 */
export function Floating(props: FloatingProps) {
  const { anchor, side, onClose, role, label, width, className, isApart, onKeyDown, children } = props;
  const id = useId();
  const around = use(Around);
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
      if (target instanceof Element && !isInside(target, element, id) && !anchor.contains(target)) close.current();
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
  }, [anchor, side, id]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      anchor?.focus();
      onClose();
    }
    onKeyDown?.(event);
  };
  const drawn = (
    <div
      ref={panel}
      data-within={around || undefined}
      popover="manual"
      role={role}
      aria-label={label}
      className={`${styles.panel} ${className ?? ""}`}
      style={width ? { width } : {}}
      onKeyDown={handleKey}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget instanceof Element &&
        !isInside(relatedTarget, currentTarget, id) &&
        !anchor?.contains(relatedTarget) &&
        onClose()
      }
    >
      <Around value={`${around} ${id}`.trim()}>{children}</Around>
    </div>
  );
  const apart = isApart ? document.getElementById("floating") : null;
  return apart ? createPortal(drawn, apart) : drawn;
}

/** In the panel itself, or in one that was opened from inside of it. */
function isInside(target: Element, panel: HTMLElement, id: string): boolean {
  return panel.contains(target) || target.closest(`[data-within~="${id}"]`) !== null;
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
