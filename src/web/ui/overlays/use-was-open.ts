import { useState } from "react";

/** True from the first opening on: what opens brings its code then, and stays so that its closing can be seen. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
