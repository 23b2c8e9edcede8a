import { Suspense, type ReactNode } from "react";
import { useBusyWhile } from "./idle.ts";

interface LazyBoundaryProps {
  children?: ReactNode;
  /** What stands there until the code is there; nothing otherwise. */
  fallback?: ReactNode;
}

/**
 * A place whose code comes later: `<LazyBoundary><Palette /></LazyBoundary>`. The page is not idle before it stands
 * (React may show it up to 300 ms after its code is there).
 */
export function LazyBoundary({ children, fallback }: LazyBoundaryProps) {
  return <Suspense fallback={<Arriving>{fallback}</Arriving>}>{children}</Suspense>;
}

function Arriving({ children }: { children: ReactNode }) {
  useBusyWhile(true);
  return children;
}
