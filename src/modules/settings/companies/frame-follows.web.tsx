import { useEffect, useRef } from "react";
import { reloadUser } from "#web/api/session.tsx";

/** The frame shows facts of companies: how many wait for approval, the own one's name and notice. It follows when this one changes. */
export function FrameFollows({ version }: { version: number }) {
  const before = useRef(version);
  useEffect(() => {
    if (before.current === version) return;
    before.current = version;
    void reloadUser().catch(() => undefined); // the frame is behind until the next page, which harms nothing
  }, [version]);
  return null;
}
