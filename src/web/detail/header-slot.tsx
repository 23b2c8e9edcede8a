import { use, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { DetailContext } from "./context.ts";

/**
 * Puts buttons into the head line of the detail screen, wherever among its children they are written; elsewhere they
 * stand where they are.
 */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const detail = use(DetailContext);
  if (!detail) return children;
  return detail.place && createPortal(children, detail.place);
}
