interface Bin {
  readonly id: string;
  readonly kind: string;
}

/** What is tracked of goods and nobody could read off them. */
export type Unread = readonly ("lot" | "date")[];

/** Goods that are taken without what is tracked of them: a fact, which is reported. */
export function unreadOf(
  { trackingMode, expiryTracked }: { readonly trackingMode: string; readonly expiryTracked: boolean },
  { lotNumber, expiryDate }: { readonly lotNumber: string | null; readonly expiryDate: string | null },
): Unread {
  const isWithoutLot = trackingMode === "lot" && lotNumber === null;
  const isWithoutDate = expiryTracked && expiryDate === null;
  return [...(isWithoutLot ? (["lot"] as const) : []), ...(isWithoutDate ? (["date"] as const) : [])];
}

/**
 * The bins of a site, of those by code, to which accepted goods may go, and where they go when none is named. What has to be
 * inspected, or whose lot or date nobody could read, waits where goods are inspected, if there is such a bin.
 */
export function binsForGood<Place extends Bin>(
  all: readonly Place[],
  { isInspected, wantedId }: { readonly isInspected: boolean; readonly wantedId: string | null },
): { readonly places: readonly Place[]; readonly usual: Place | undefined; readonly isInspectedFirst: boolean } {
  const first = (kind: string) => all.find((place) => place.kind === kind);
  const inspection = isInspected ? (first("inspection") ?? first("quarantine")) : undefined;
  return {
    places: all.filter(({ kind }) =>
      inspection ? kind === "inspection" || kind === "quarantine" : kind !== "damaged",
    ),
    usual: inspection ?? all.find(({ id }) => id === wantedId) ?? first("receiving"),
    isInspectedFirst: inspection !== undefined,
  };
}

/** The same of goods that are put aside: to quarantine, or as near to it as there is. */
export const binsAside = <Place extends Bin>(all: readonly Place[]) => ({
  places: all.filter(({ kind }) => kind === "quarantine"),
  usual: nearestBin(["quarantine", "damaged"], all),
});

/** The first bin of these kinds, else one for receiving, else any: what lies there can be recorded at every location that has a bin. */
export function nearestBin<Place extends Bin>(kinds: readonly string[], all: readonly Place[]): Place | undefined {
  const found = [...kinds, "receiving"].map((kind) => all.find((place) => place.kind === kind));
  return found.find((place) => place !== undefined) ?? all[0];
}
