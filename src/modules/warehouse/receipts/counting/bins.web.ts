import { subtract } from "#shared/format/money.ts";
import {
  accepted,
  emptyBatch,
  isPutAside,
  isSome,
  type Batch,
  type CountLine,
  type Expected,
  type Place,
} from "./counting.web.ts";
import { binsAside, binsForGood, unreadOf } from "../where-goods-go.ts";

interface Bins {
  readonly places: readonly Place[];
  /** The code of the bin to which they go when none is chosen. */
  readonly usual: string | undefined;
  /** Why they go nowhere else; null where they may. */
  readonly why: "aside" | "unread" | "inspected" | null;
}

/** The bins to which accepted goods of this batch may go. */
export function binsFor(line: CountLine, batch: Batch, expected: Pick<Expected, "places" | "orders">): Bins {
  const { item, product } = line;
  if (isPutAside(line, expected)) {
    const { places, usual } = binsAside(expected.places);
    return { places, usual: usual?.code, why: "aside" };
  }
  const unread = unreadOf(product, { lotNumber: batch.lot, expiryDate: batch.expiry });
  const isUnread = unread.length > 0 && isSome(subtract(batch.counted, batch.rejected));
  const { places, usual, isInspectedFirst } = binsForGood(expected.places, {
    isInspected: isUnread || item?.inspectionRequired === true,
    wantedId: item?.destinationStorageLocationId ?? null,
  });
  return { places, usual: usual?.code, why: isInspectedFirst ? (isUnread ? "unread" : "inspected") : null };
}

/** The bin that was chosen for a batch, as long as its goods may go there. */
export function chosenBin(line: CountLine, batch: Batch, expected: Pick<Expected, "places" | "orders">): string | null {
  const { places, why } = binsFor(line, batch, expected);
  const isKept = why === null || (why !== "aside" && !isSome(accepted(batch)));
  return isKept || places.some(({ id }) => id === batch.placeId) ? batch.placeId : null;
}

/** Why these goods do not go to that bin; null where they may. Damaged ones may go to a bin for them. */
export function whyNotThere(place: Place, line: CountLine, expected: Expected): Bins["why"] {
  const { places, why } = binsFor(line, line.batches[line.current] ?? emptyBatch, expected);
  return places.includes(place) || (why !== "aside" && place.kind === "damaged") ? null : why;
}
