import type { Label } from "#web/ui/values/labels.ts";
import type { FilterKind, Resource } from "../data/resource.ts";

/** One thing a list can be filtered by. */
export interface Filter {
  readonly name: string;
  readonly label: Label;
  readonly kind: FilterKind | { kind: "record"; of: Resource; field: string };
  /** The word for one of its values. */
  readonly word: (value: string) => string;
}
