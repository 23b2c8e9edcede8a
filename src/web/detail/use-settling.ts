import { useEffect, useState } from "react";

const settlingMs = 1000;

/** True for a second after the key has changed: what stands there now is not yet what the last click was meant for. */
export function useSettling(key: string): boolean {
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settlingMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled !== key;
}
