import { useMediaQuery } from "@mantine/hooks";

/** Whether the screen is a phone's: read before the first paint, so that nothing jumps. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
}
