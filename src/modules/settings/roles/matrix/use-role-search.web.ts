import { useLocation, useNavigate } from "@tanstack/react-router";
import type { PermissionRow } from "../roles.contract.ts";
import type { Matrix } from "./use-matrix.web.ts";

type Name = "q" | "role" | "module" | "differs";
type Words = (label: string | { id: string }) => string;
type Search = Readonly<Partial<Record<Name, unknown>>>;

/** What of the matrix is shown, and which role is chosen: all of it stands in the address. */
export function useRoleSearch() {
  const { pathname, search: all } = useLocation();
  const search = all as Search; // parsed from a query string: names and values
  const navigate = useNavigate();
  const text = (name: Name) => (typeof search[name] === "string" ? search[name] : undefined);
  const q = text("q") ?? "";
  const module = text("module");
  const onlyDiffering = search.differs === "yes";
  return {
    q,
    module,
    onlyDiffering,
    role: text("role"),
    /** What is not saved stays as it is: the screen is not left. */
    set(next: Partial<Record<Name, string | undefined>>) {
      const kept = Object.fromEntries(
        Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined && value !== ""),
      );
      // screens are registered at run time, so the router cannot type their search
      void navigate({ to: pathname, search: kept, replace: true, ignoreBlocker: true } as never);
    },
    finds,
    /** What the matrix shows; what belongs to the installation is in no role. */
    shows(matrix: Matrix, one: PermissionRow, words: Words): boolean {
      const holders = matrix.roles.filter(({ permissions }) => permissions.includes(one.name)).length;
      return (
        !one.isInstallationOnly &&
        finds(one, words) &&
        (module === undefined || one.group === module) &&
        (!onlyDiffering || (holders > 0 && holders < matrix.roles.length))
      );
    },
  };

  /** Words are looked for in meaning, code and area. */
  function finds({ name, meaning, area, group }: PermissionRow, words: Words): boolean {
    const said = `${name} ${words({ id: meaning })} ${words(area)} ${words(group)}`.toLocaleLowerCase();
    return q
      .toLocaleLowerCase()
      .split(/\s+/)
      .every((word) => said.includes(word));
  }
}

export type RoleSearch = ReturnType<typeof useRoleSearch>;
