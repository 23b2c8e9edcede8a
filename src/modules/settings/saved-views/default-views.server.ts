import { sql } from "kysely";
import type { Ctx, SessionUser } from "#server/http/context.ts";
import { fitted, questionsOf, type Search } from "./list-search.server.ts";
import { viewParam } from "./view-param.ts";

interface DefaultView {
  readonly id: string;
  readonly list: string;
  readonly search: Search;
}

/** The default views of a user, as one value: for the user's own record, which every screen has. */
export const defaultViews = ({ id, companyId }: Pick<SessionUser, "id" | "companyId">) => sql<DefaultView[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'list', v.list, 'search', v.search)), '[]')
  from saved_views v where v.company_id = ${companyId} and v.user_id = ${id} and v.is_default)`;

/** What lists open with, by the path of their route: what the address says of the view, without what the list has no more. */
export function listStarts(ctx: Pick<Ctx, "app" | "user">, views: readonly DefaultView[]): Record<string, Search> {
  return Object.fromEntries(
    views.flatMap(({ id, list, search }) => {
      const questions = questionsOf(ctx, list);
      return questions ? [[list, { columns: "*", ...fitted(questions, search).search, [viewParam]: id }]] : [];
    }),
  );
}
