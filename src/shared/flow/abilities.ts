import { allows, type Holder } from "#shared/permissions/permissions.ts";
import { permissionsOf, type Abilities, type Actor } from "./flow.ts";

/** The abilities that this user has on this record now: what its screen offers beside its steps. */
export function abilitiesFor(abilities: Abilities, record: object, user: (Holder & Actor) | null): string[] {
  const { status = "" } = record as { readonly status?: string }; // a record without states has abilities in each
  return Object.entries(abilities)
    .filter(
      ([, { can = [], in: states, when }]) =>
        user !== null &&
        allows(user, permissionsOf(can)) &&
        (states?.includes(status) ?? true) &&
        (when?.(record as never, user) ?? true), // the rule was declared for these records
    )
    .map(([name]) => name);
}

/** Whether the server said so: `hasAbility(order, "edit")`. Rows of lists say nothing of it. */
export function hasAbility(record: { readonly abilities?: readonly string[] | undefined }, name: string): boolean {
  return record.abilities?.includes(name) ?? false;
}
