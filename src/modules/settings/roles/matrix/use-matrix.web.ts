import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { users } from "../../users/users.contract.ts";
import { fixedRole, roles, type PermissionRow, type Role } from "../roles.contract.ts";

export interface Matrix {
  readonly permissions: readonly PermissionRow[];
  /** The company's own first, then those that every company has. */
  readonly roles: readonly Role[];
}

const quiet = { meta: { quiet: true } };

/** Roles, permissions and people, as far as they are here. */
export function useMatrix() {
  const permissions = useQuery({
    queryKey: [roles.permissions.path],
    queryFn: ({ signal }) => call(roles.permissions, { signal }),
    staleTime: Infinity,
    ...quiet,
  });
  const known = useQuery({
    queryKey: [roles.list.path],
    queryFn: ({ signal }) => call(roles.list, { signal }),
    ...quiet,
  });
  const people = useQuery({
    queryKey: [users.list.path],
    queryFn: ({ signal }) => call(users.list, { query: {}, signal }),
    ...quiet,
  });
  const matrix: Matrix | undefined = permissions.data &&
    known.data && { permissions: permissions.data, roles: known.data.toSorted((a, b) => rank(a) - rank(b)) };
  return {
    matrix,
    people: people.data ?? [],
    error: permissions.error ?? known.error,
    retry: () => void Promise.all([permissions.refetch(), known.refetch()]),
  };
}

const rank = ({ isDefault, code }: Role): number => (isDefault ? (code === fixedRole ? 2 : 1) : 0);
