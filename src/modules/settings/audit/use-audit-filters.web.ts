import { useQuery } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { useWords } from "#web/ui/values/labels.ts";
import type { Filter } from "#web/list/filters/filter.ts";
import { useRecordScreens } from "#web/shell/record-screens.ts";
import { useMay } from "#web/api/session.tsx";
import { users } from "../users/users.contract.ts";
import { actions } from "./audit-actions.web.ts";

/** What the trail can be narrowed by. People are offered by name to those who may see them. */
export function useAuditFilters(chosen: Readonly<Record<string, string>>): readonly Filter[] {
  const { t } = useLingui();
  const words = useWords();
  const may = useMay();
  const { kinds } = useRecordScreens();
  const people = useQuery({
    queryKey: [users.list.path],
    queryFn: ({ signal }) => call(users.list, { query: {}, signal }),
    enabled: may(users.list.can),
    meta: { quiet: true },
  });
  const names = new Map([
    ["system", t`Waybill`],
    ["link", t`Somebody, by link`],
    ["import", t`Import`],
    ...(people.data ?? []).map(
      (user) => [user.userId, `${user.firstName} ${user.lastName}`.trim() || user.email] as const,
    ),
  ]);
  const byWord = (values: readonly string[]) => values.toSorted((a, b) => words(a).localeCompare(words(b)));
  return [
    {
      name: "actor",
      label: msg`Who`,
      kind: { kind: "any", options: [...names.keys()] },
      word: (value) => names.get(value) ?? t`Somebody`,
    },
    { name: "entity", label: msg`Kind of record`, kind: { kind: "any", options: byWord(kinds) }, word: words },
    { name: "step", label: msg`Action`, kind: { kind: "any", options: byWord(actions) }, word: words },
    { name: "at", label: msg`Days`, kind: { kind: "range" }, word: words },
    // Set by links only: they come with the address.
    ...(["entityId", "address"] as const)
      .filter((name) => name in chosen)
      .map((name): Filter => ({
        name,
        label: name === "address" ? msg`Address` : msg`Record`,
        kind: { kind: "any", options: (chosen[name] ?? "").split(",") },
        word: (value) => (name === "address" ? value : t`this one`),
      })),
  ];
}
