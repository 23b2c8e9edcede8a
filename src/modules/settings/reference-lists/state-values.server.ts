import type { StateList } from "#shared/flow/state-list.ts";
import type { ReferenceValue } from "./reference-lists.contract.ts";

/** States of the product as values of a list, called as the product calls them. Nobody edits which there are. */
export function valuesOfStates({ values }: StateList): ReferenceValue[] {
  return values.map(({ code, group, isTerminal }, at) => ({
    id: null,
    version: null,
    code,
    label: label(code),
    color: group && ({ open: "l", done: "g", failed: "x" } as const)[group],
    sortOrder: (at + 1) * 10,
    isActive: true,
    group,
    isTerminal,
  }));
}

function label(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
