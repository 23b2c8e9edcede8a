import { useEffect, useRef } from "react";
import { reloadUser } from "#web/session.tsx";

/** The menu counts the companies that wait for approval: it follows when this one is decided. */
export function MenuFollows({ status }: { status: string }) {
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    void reloadUser().catch(() => undefined); // the number is wrong until the next page, which harms nothing
  }, [status]);
  return null;
}
