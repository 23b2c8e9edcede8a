import { useLingui } from "@lingui/react/macro";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "../api/session.tsx";
import { remember } from "./palette/recents.ts";
import { useTabTitle } from "./title.ts";

export interface Crumb {
  name: string;
  to: string;
}

let recordName: string | null = null;
let placed: { path: string; below: string } | null = null;
const listeners = new Set<() => void>();

/** Names the record a screen shows, for the end of the breadcrumb and the page title: `useCrumb(order.number)`. */
export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    say(name ?? null);
    return () => say(null);
  }, [name]);
}

/** Puts this screen below another one than its path says: `useCrumbsBelow("/warehouse/vendors")`. */
export function useCrumbsBelow(below: string | undefined): void {
  const path = usePath();
  useEffect(() => {
    placed = below === undefined ? null : { path, below };
    tell();
    return () => {
      placed = null;
      tell();
    };
  }, [path, below]);
}

/** Home, the screens above this one, this one; a record stands in the place of its screen's name. */
export function useCrumbs(): readonly Crumb[] {
  const { t, i18n } = useLingui();
  const path = usePath();
  const { routesByPath } = useRouter();
  const record = useSyncExternalStore(subscribe, () => recordName);
  const below = useSyncExternalStore(subscribe, () => placed);
  const screens = (below?.path === path ? [...waysTo(below.below), path] : waysTo(path)).flatMap((to) => {
    const title = titleAt(routesByPath, to);
    return title === undefined ? [] : [{ name: i18n._(title), to }];
  });
  if (record !== null && screens.at(-1)?.to === path) screens[screens.length - 1] = { name: record, to: path };
  return [{ name: t`Home`, to: "/" }, ...screens];
}

/** Keeps the record on the screen among those seen last. */
export function useRemembered(): void {
  const { href, pathname } = useRouterState({
    select: ({ location }) => ({ href: location.href, pathname: location.pathname }),
    structuralSharing: true,
  });
  const { routesByPath } = useRouter();
  const name = useSyncExternalStore(subscribe, () => recordName);
  const about = titleAt(routesByPath, pathname);
  useEffect(() => {
    if (name !== null && about !== undefined && href.includes("id=")) remember({ to: href, name, about });
  }, [name, about, href]);
}

/** The page title (specification, section 2): product, first breadcrumb name or 'Dashboard', then the record. */
export function usePageTitle(crumbs: readonly Crumb[]): void {
  const { t } = useLingui();
  const { settings } = useSession();
  const [first, ...rest] = crumbs.slice(1);
  const record = rest.at(-1);
  useTabTitle(
    [settings?.product ?? "Waybill", first?.name ?? t`Dashboard`, ...(record ? [record.name] : [])].join(" | "),
  );
}

const above = (path: string) => path.replace(/[^/]+$/, "");
type Routes = Readonly<Record<string, { options: { staticData?: { title?: string } } } | undefined>>;
/** Of the screen at a path, whose last part may be a parameter: `/a/$id`. */
function titleAt(routes: Routes, path: string): string | undefined {
  const named = Object.keys(routes).find((one) => /.\/\$\w+$/.test(one) && above(one) === above(path));
  return (routes[path] ?? routes[named ?? ""])?.options.staticData?.title;
}

const usePath = () => useRouterState({ select: ({ location }) => location.pathname });

/** `/a/b` → `/a`, `/a/b`. */
function waysTo(path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}

function say(name: string | null): void {
  recordName = name;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
