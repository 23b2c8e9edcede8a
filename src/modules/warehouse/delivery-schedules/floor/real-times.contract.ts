import { instant } from "#shared/contract/contract.ts";

/** The six real times in their order; none of them is ever the plan. */
export const realTimeKeys = [
  "gateInAt",
  "dockedAt",
  "unloadStartAt",
  "unloadEndAt",
  "dockClearedAt",
  "gateOutAt",
] as const;
export type RealTimeKey = (typeof realTimeKeys)[number];
export const realTimes = {
  gateInAt: instant.nullable(),
  dockedAt: instant.nullable(),
  unloadStartAt: instant.nullable(),
  unloadEndAt: instant.nullable(),
  dockClearedAt: instant.nullable(),
  gateOutAt: instant.nullable(),
  /** Since when it stands at its present dock, where that is not its first. */
  dockChangedAt: instant.nullable(),
  /** The driver has left, and the trailer stays. */
  driverLeftAt: instant.nullable(),
};
