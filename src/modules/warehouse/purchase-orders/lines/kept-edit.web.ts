import { isSameUnit } from "#shared/format/units.ts";
import type { FormValues } from "#web/form/fields/values.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import { chargesInput, chargesOf, itemsInput, linesOf, type DraftCharge, type DraftLine } from "./order-draft.web.ts";

/** What stands in the editor, as it is kept until it is saved or discarded. */
export interface Typed {
  /** The order as it was when it was begun to be changed, or as somebody else saved it, below the edit that was kept. */
  readonly base: PurchaseOrder | null;
  readonly head: FormValues;
  readonly lines: readonly DraftLine[];
  readonly charges: readonly DraftCharge[];
}

/** An order as it was when somebody began to change it, as somebody else has saved it since, and how the person writes. */
interface Meanwhile {
  readonly base: PurchaseOrder;
  readonly current: PurchaseOrder;
  readonly locale: string;
}

/**
 * The lines of an edit on top of what somebody else saved meanwhile: what was changed or removed here stays so, also where the
 * line is gone there (it is added anew); everything else is as it is there, with the lines that came.
 */
export function linesKept(lines: readonly DraftLine[], { base, current, locale }: Meanwhile): DraftLine[] {
  const before = new Map(linesOf(base, locale).map((line) => [line.id, line]));
  const now = new Map(linesOf(current, locale).map((line) => [line.id, line]));
  const mine = lines.flatMap((line) => {
    const was = before.get(line.id);
    if (line.id === null || !was) return [line];
    const theirs = now.get(line.id);
    if (theirs) return [lineKept(line, was, theirs)];
    return isAsTyped(line, was, locale) ? [] : [{ ...line, id: null }];
  });
  const came = [...now.values()].filter(({ id }) => !before.has(id));
  return [...mine, ...came];
}

const isAsTyped = (one: DraftLine, other: DraftLine, locale: string): boolean =>
  JSON.stringify(itemsInput([one], locale)) === JSON.stringify(itemsInput([other], locale));

const ofThemselves = ["orderedQty", "discountPct", "taxRatePct", "requestedDate", "vendorSku", "notes"] as const;

/** A line that both may have changed: each field as it was changed here, else as it is there. */
function lineKept(mine: DraftLine, was: DraftLine, theirs: DraftLine): DraftLine {
  const isChanged = (name: keyof DraftLine) => mine[name] !== was[name];
  const own = ofThemselves.filter(isChanged);
  if (own.length === 0 && !isChanged("unitPrice") && isSame(mine, was)) return { ...theirs, key: mine.key };
  // A quantity and a price are of the product and the unit beside which they were typed.
  if (!isSame(mine, theirs)) return mine;
  const { unitPrice, stated, before, isUnitAssumed } = mine;
  return {
    ...theirs,
    key: mine.key,
    ...(isChanged("unitPrice") ? { unitPrice, stated, before, isUnitAssumed } : {}),
    ...Object.fromEntries(own.map((name) => [name, mine[name]])),
  };
}

const isSame = (one: DraftLine, other: DraftLine): boolean =>
  one.productId === other.productId && isSameUnit(one, other);

/** The charges of an edit on top of what somebody else saved meanwhile: all of them as they are here, if any was changed here. */
export function chargesKept(charges: readonly DraftCharge[], { base, current, locale }: Meanwhile): DraftCharge[] {
  const text = (some: readonly DraftCharge[]) => JSON.stringify(chargesInput(some, locale));
  return text(charges) === text(chargesOf(base, locale)) ? chargesOf(current, locale) : [...charges];
}
