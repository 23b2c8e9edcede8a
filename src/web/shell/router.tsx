import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type AnyRouter,
} from "@tanstack/react-router";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, type Can } from "#shared/permissions/permissions.ts";
import { DetailSkeleton } from "../detail/detail-skeleton.tsx";
import { ErrorInShell, ErrorPage } from "./pages/error-page.tsx";
import { addIdleSource, stir } from "../api/idle.ts";
import { Root } from "./pages/root.tsx";
import { part, type Part, type PublicPage, type Screen } from "./register.ts";
import { currentSession } from "../api/session.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends Partial<Omit<Screen, "path" | "load">> {}
}

interface RouterOptions {
  screens: readonly Screen[];
  publicPages: readonly PublicPage[];
  /** Resolves when the session is known, so that the gate can decide. */
  started: Promise<void>;
}

/** All routes: the public ones of the specification, those of the modules, and the shell behind its gate. */
export function makeRouter({ screens, publicPages, started }: RouterOptions) {
  const root = createRootRoute({ component: Root, beforeLoad: () => started });
  const open = (path: string, load: Part, title?: string, beforeLoad?: () => void) =>
    page(root, { path, load, ...(title === undefined ? {} : { title }), beforeLoad });

  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    beforeLoad: () => gate("CAN_VIEW"),
    component: lazy(part(() => import("./shell.tsx"), "Shell")),
  });
  const notFound = part(() => import("./pages/not-found-page.tsx"), "NotFoundPage");
  shell.addChildren([
    ...screens.map((screen) => page(shell, { ...screen, beforeLoad: () => gate(screen.can) })),
    page(shell, {
      path: "/$",
      load: part(() => import("./pages/not-found-page.tsx"), "NotFoundInShell"),
      title: "Not found",
    }),
  ]);

  root.addChildren([
    open(
      "/unauthorized",
      part(() => import("./pages/unauthorized-page.tsx"), "UnauthorizedPage"),
      "Not authorized",
    ),
    open("/404", notFound, "Not found"),
    open(
      "/500",
      part(() => import("./pages/server-error-page.tsx"), "ServerErrorPage"),
      "Server error",
    ),
    ...publicPages.map(({ path, title, load, only }) => open(path, load, title, only && (() => admit(only)))),
    shell,
  ]);

  const router = createRouter({
    routeTree: root,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultPendingMs: 300,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  });
  preloadHere(router);
  followRoute(router);
  return router;
}

/**
 * From the click to the page that stands: `idle` is set once React has rendered it. Before the first page there is no
 * resolved location.
 */
function followRoute(router: AnyRouter): void {
  addIdleSource(() => router.state.status === "pending" || router.state.resolvedLocation === undefined);
  router.subscribe("onBeforeLoad", stir);
  router.subscribe("onResolved", stir);
}

/** The first page's chunks are fetched beside the session, not after it. */
function preloadHere({ matchRoutes, latestLocation, routesById }: AnyRouter): void {
  const routes: Readonly<Record<string, AnyRoute | undefined>> = routesById;
  for (const { routeId } of matchRoutes(latestLocation)) void routes[routeId]?.options.component?.preload?.();
}

/** The access gate (specification, section 4), in exactly this order; whoever passes sees the screen. */
function gate(can: Can | readonly Can[]): void {
  const { user } = currentSession();
  if (!user) throw redirect({ to: "/login" });
  if (!user.isUserRegistrationDone) throw redirect({ to: "/register-step2" });
  if (!user.isUserApproved) throw redirect({ to: "/approve-process" });
  if (!allows(user, permissionsOf(can))) throw redirect({ to: "/unauthorized" });
}

/** Who has no business on a page is sent where they belong. */
function admit(only: NonNullable<PublicPage["only"]>): void {
  if (only === "guest") homeWhenSignedIn();
  else gateUntil(only);
}

/** The pages the gate leads to are left as soon as their reason is gone. */
function gateUntil(missing: "registration" | "approval"): void {
  const { user } = currentSession();
  if (!user) throw redirect({ to: "/login" });
  if (missing === "registration" ? user.isUserRegistrationDone : user.isUserApproved) throw redirect({ to: "/" });
}

/** Home: the dashboard of the selected module, for whoever passes the gate. */
function homeWhenSignedIn(): void {
  const { user } = currentSession();
  if (!user) return;
  gate("CAN_VIEW");
  const { to } = user.selectedMenu;
  throw redirect({ to: to === "/" ? "/profile" : to }); // `/`: the module has no screen that this user may open
}

interface PageOptions extends Partial<Screen> {
  path: string;
  load: Part;
  beforeLoad?: (() => void) | undefined;
}

function page(parent: AnyRoute, { path, load, beforeLoad, ...entry }: PageOptions): AnyRoute {
  const isInShell = entry.can !== undefined;
  return createRoute({
    getParentRoute: () => parent,
    path: path.replaceAll(/:(\w+)/g, "$$$1"), // `:id` of the specification is `$id` of the router
    component: lazy(load),
    ...(beforeLoad ? { beforeLoad } : {}),
    ...(isInShell ? { errorComponent: ErrorInShell, pendingComponent: DetailSkeleton } : {}),
    staticData: entry,
  });
}

function lazy(load: Part) {
  return lazyRouteComponent(async () => ({ default: await load() }));
}

/** Addresses hold plain words: `?status=draft,sent&id=…`, never JSON. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}
