import type { DemoSite } from "./add-site.ts";
import { minutesFrom } from "./bulk.ts";
import type { SiteName } from "./sites.ts";

/** What becomes of a delivery; `planned` is on its way, at the door or gone, as its time says. */
export type SlotKind =
  | "planned"
  /** It stands at the gate, before its time. */
  | "waiting"
  /** It is empty, and has not left. */
  | "emptied"
  | "late"
  | "noShow"
  | "refused"
  | "cancelled"
  | "declined"
  | "expired"
  | "proposed"
  | "requested";

/** A time of these days at a site, for which an order is laid. */
export interface Slot {
  readonly site: SiteName;
  readonly start: Date;
  readonly minutes: number;
  readonly kind: SlotKind;
}

/** Antwerp, in minutes from the last half hour before the moment: there is one truck at least in each state of the board. */
const aroundNow: readonly (readonly [offset: number, minutes: number, kind: SlotKind])[] = [
  [4320, 60, "planned"],
  [3000, 60, "proposed"],
  [2880, 90, "planned"],
  [2520, 60, "requested"],
  [2160, 60, "expired"],
  [1800, 60, "declined"],
  [1560, 75, "planned"],
  [1500, 60, "planned"],
  [1200, 60, "cancelled"],
  [960, 90, "planned"],
  [780, 60, "planned"],
  [600, 60, "planned"],
  [480, 75, "planned"],
  [360, 60, "planned"],
  [240, 90, "planned"],
  [150, 60, "planned"],
  [90, 60, "planned"],
  [60, 60, "planned"],
  [30, 60, "waiting"],
  [0, 75, "planned"],
  [-30, 90, "planned"],
  [-60, 60, "late"],
  [-60, 60, "emptied"],
  [-60, 90, "planned"],
  [-90, 90, "planned"],
  [-150, 60, "refused"],
  [-180, 75, "planned"],
  [-240, 60, "planned"],
  [-300, 90, "planned"],
  [-360, 60, "noShow"],
  [-450, 60, "planned"],
  [-540, 75, "planned"],
  [-660, 60, "planned"],
  [-780, 60, "planned"],
  [-900, 60, "planned"],
  [-1080, 90, "planned"],
];

/** The other sites: today or the next open day, and those after it, in minutes after they open. */
const onOpenDays: Readonly<
  Record<"tilburg" | "newark", readonly (readonly [day: number, afterOpening: number, minutes: number])[]>
> = {
  tilburg: [
    [2, 420, 60],
    [2, 120, 60],
    [1, 300, 75],
    [1, 180, 60],
    [1, 60, 60],
    [0, 720, 60],
    [0, 600, 75],
    [0, 510, 60],
    [0, 420, 60],
    [0, 300, 90],
    [0, 210, 60],
    [0, 150, 60],
    [0, 90, 60],
    [0, 30, 60],
    [-1, 480, 60],
    [-1, 360, 90],
    [-1, 120, 60],
  ],
  newark: [
    [1, 360, 60],
    [1, 120, 90],
    [0, 600, 60],
    [0, 450, 60],
    [0, 240, 75],
    [0, 60, 60],
    [-1, 240, 60],
  ],
};

/**
 * All times of these days at which something comes. Their order is that of a day on which all sites open at the same
 * time, not that of the clock: so each order gets the same one at every moment.
 */
export function slotsOf(sites: Readonly<Record<SiteName, DemoSite>>, moment: Date): Slot[] {
  const halfHour = new Date(Math.floor(moment.getTime() / 1_800_000) * 1_800_000);
  const atAntwerp = aroundNow.map(([offset, minutes, kind]) => ({
    place: offset,
    slot: { site: "antwerp" as const, start: minutesFrom(halfHour, offset), minutes, kind },
  }));
  const elsewhere = (["tilburg", "newark"] as const).flatMap((site) =>
    onOpenDays[site].map(([day, afterOpening, minutes]) => {
      const { hours } = sites[site];
      const start = hours.fit(minutesFrom(hours.opening(moment, day), afterOpening), minutes);
      return { place: day * 1440 + afterOpening - 420, slot: { site, start, minutes, kind: "planned" as const } };
    }),
  );
  return [...atAntwerp, ...elsewhere].toSorted((a, b) => a.place - b.place).map(({ slot }) => slot);
}
