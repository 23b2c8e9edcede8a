import { useLingui } from "@lingui/react/macro";
import { statusStyleOf } from "#web/ui/status/chip.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import type { Column } from "../grid/columns.tsx";
import type { Filter } from "./filter.ts";
import { filterKind, type FilterName, type Resource } from "../data/resource.ts";

/** A filter by the name it has in the contract; one that names records of another entity says which, and the field that names them. */
export type FilterChoice<R extends Resource> =
  | FilterName<R>
  | { name: FilterName<R>; of: Resource; field: string; label?: Label };

/** The filters of a list, with the words that its columns have; the archive is one of them where there is one. */
export function useFilters<R extends Resource, Rec>(
  of: R,
  choices: readonly FilterChoice<R>[],
  columns: readonly Column<Rec>[],
): readonly Filter[] {
  const { t } = useLingui();
  const words = useWords();
  const chosen = choices.map((choice): Filter => {
    const name = typeof choice === "string" ? choice : choice.name;
    const column = columns.find(({ key }) => key === name);
    const statusStyles = column?.statusStyles;
    return {
      name,
      label: (typeof choice === "string" ? undefined : choice.label) ?? column?.label ?? name,
      kind: typeof choice === "string" ? filterKind(of, name) : { kind: "record", of: choice.of, field: choice.field },
      word: (value) => words(statusStyles && value in statusStyles ? statusStyleOf(statusStyles, value).label : value),
    };
  });
  const archived: Filter = {
    name: "archived",
    label: "archived",
    kind: { kind: "any", options: ["with", "only"] },
    word: (value) => (value === "only" ? t`Only archived` : t`Archived too`),
  };
  return of.archive ? [...chosen, archived] : chosen;
}
