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
  const text = (line: DraftLine | undefined) => JSON.stringify(line && itemsInput([line], locale));
  const mine = lines.flatMap((line) => {
    if (line.id === null) return [line];
    const theirs = now.get(line.id);
    const isChanged = text(line) !== text(before.get(line.id));
    if (isChanged) return [theirs ? line : { ...line, id: null }];
    return theirs ? [{ ...theirs, key: line.key }] : [];
  });
  const came = [...now.values()].filter(({ id }) => !before.has(id));
  return [...mine, ...came];
}

/** The charges of an edit on top of what somebody else saved meanwhile: all of them as they are here, if any was changed here. */
export function chargesKept(charges: readonly DraftCharge[], { base, current, locale }: Meanwhile): DraftCharge[] {
  const text = (some: readonly DraftCharge[]) => JSON.stringify(chargesInput(some, locale));
  return text(charges) === text(chargesOf(base, locale)) ? chargesOf(current, locale) : [...charges];
}
