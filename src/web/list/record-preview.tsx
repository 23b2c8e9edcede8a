import { use, type ComponentType } from "react";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { PreviewedRecord } from "./previewed-record.ts";
import type { Saved } from "./data/resource.ts";
import type { Column } from "./grid/columns.tsx";

/** What a list of these columns says of the record in the context, below each other; its name stands above it already. */
export function previewOf<Rec extends Saved>(columns: readonly Column<Rec>[]): ComponentType {
  const shown = columns.filter(({ part, isHidden }) => part !== "record" && !isHidden);
  return function Preview() {
    const record = use(PreviewedRecord) as Rec | null; // a row of this list
    return (
      record && (
        <KeyValue rows={shown.map(({ label, text, cell }) => ({ label, value: text?.(record) ?? cell(record) }))} />
      )
    );
  };
}
