import { sql } from "kysely";
import { menusOf } from "#shared/contract/screens.ts";
import { signInRequired } from "#shared/contract/problem.ts";
import type { Ctx, SessionUser } from "#server/http/context.ts";
import type { ServerModule } from "#server/http/modules.ts";
import { stateNames } from "#modules/settings/reference-lists/state-names.server.ts";
import { ownUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { defaultViews, listStarts } from "#modules/settings/saved-views/default-views.server.ts";
import type { Holder } from "#shared/permissions/permissions.ts";
import type { Me } from "./session.contract.ts";

/** The signed-in user as the database has them now (row REC-6 of the specification). */
export async function describeMe(ctx: Ctx, user: SessionUser) {
  const { installation } = ctx;
  const { modules } = ctx.app;
  const row = await installation
    .selectFrom("users as u")
    .innerJoin("companies as c", (join) => join.on("c.id", "=", user.companyId)) // where a SUPER_ADMIN acts now
    .leftJoin("user_photos as p", "p.user_id", "u.id")
    .select([
      "u.first_name",
      "u.last_name",
      "u.phone",
      "u.units",
      "u.locale",
      "u.selected_module",
      "u.timezone",
      "p.updated_at as photo_at",
      "c.locale as company_locale",
      "c.display_name",
      "c.legal_name",
      "c.default_currency",
      "c.timezone as company_timezone",
    ])
    .select((is) =>
      is
        .selectFrom("files as f")
        .select("f.id")
        .where("f.company_id", "=", user.companyId)
        .where("f.entity", "=", "company")
        .where("f.entity_id", "=", user.companyId)
        .orderBy("f.created_at", "desc")
        .orderBy("f.id", "desc")
        .limit(1)
        .as("logo_id"),
    )
    .select(
      sql<
        string | null
      >`case when c.hr_message_until < (now() at time zone c.timezone)::date then null else c.hr_message end`.as(
        "notice",
      ),
    )
    .select(stateNames(user.companyId, Object.keys(modules.stateLists)).as("state_names"))
    .select(ownUnitNames(user.companyId).as("unit_names"))
    .select(defaultViews(user).as("default_views"))
    .select(rolesOf(user).as("roles"))
    .where("u.id", "=", user.id)
    .executeTakeFirst();
  if (!row) throw signInRequired();
  const { roles } = row;
  const own = modules.of(user);
  const selected = own.find(({ module }) => module.id === row.selected_module) ?? mostOpenTo(user, own);
  const menus = selected ? menusOf(selected.module.screens, user, await selected.badges?.(ctx, user)) : [];
  const first = menus.flatMap((item) => [item, ...item.items]).find(({ to }) => to !== null);
  const named = ({ module }: ServerModule) => ({ id: module.id, fullName: module.title });
  return {
    userId: user.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: user.email,
    locale: row.locale ?? row.company_locale,
    timezone: row.timezone ?? row.company_timezone,
    units: row.units as Me["units"], // as the check of the column has it
    photo: row.photo_at ? photoAddress(user.id, row.photo_at) : null,
    profile: { phone: row.phone, locale: row.locale as Me["profile"]["locale"], timezone: row.timezone },
    company: {
      id: user.companyId,
      name: row.display_name ?? row.legal_name,
      logo: row.logo_id && `/api/files/${row.logo_id}?inline=true`,
      currency: row.default_currency,
      timezone: row.company_timezone,
      notice: row.notice,
    },
    stateNames: row.state_names as Me["stateNames"], // the contract of reference lists let no other colours in
    unitNames: row.unit_names,
    listStarts: listStarts({ app: ctx.app, user }, row.default_views),
    roles: user.roleMap["SUPER_ADMIN"] ? [...roles, { id: "super-admin", name: "SUPER_ADMIN" }] : roles,
    roleMap: user.roleMap,
    permissions: user.permissions,
    modules: own.map(named),
    selectedModule: selected ? named(selected) : null,
    menus: menus as never, // MenuItem is the schema's shape; the recursive type does not unfold
    selectedMenu: { to: first?.to ?? "/" },
    isUserRegistrationDone: user.status !== "registering",
    isUserApproved: user.status === "active",
  };
}

/** Where somebody begins who has chosen no module: in the one of whose screens the greatest share is open to them. */
function mostOpenTo(user: SessionUser, own: readonly ServerModule[]): ServerModule | undefined {
  const openTo = (screens: Screens, who: Holder) => menusOf(screens, who).flatMap(({ items }) => [1, ...items]).length;
  const share = ({ module: { screens } }: ServerModule) => openTo(screens, user) / openTo(screens, whoeverMayAll);
  return own.toSorted((a, b) => share(b) - share(a))[0];
}
type Screens = ServerModule["module"]["screens"];
const whoeverMayAll: Holder = { permissions: {}, roleMap: { SUPER_ADMIN: true } };

/** The roles of a user as one value, by name. */
const rolesOf = ({ id }: SessionUser) => sql<{ id: string; name: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name), '[]')
  from user_roles x join roles r on r.id = x.role_id where x.user_id = ${id})`;

/** Another picture has another address, so that none is shown from memory. */
const photoAddress = (userId: string, at: string): string => `/api/auth/photos/${userId}?v=${Date.parse(at)}`;
