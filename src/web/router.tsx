import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type AnyRouter,
} from "@tanstack/react-router";
import type { Can } from "#shared/contract.ts";
import { permissionsOf } from "#shared/flow.ts";
import { allows } from "#shared/permissions.ts";
import type { ScreenEntry } from "#shared/screens.ts";
import { DetailSkeleton } from "./detail/detail-skeleton.tsx";
import { ErrorInShell, ErrorPage } from "./pages/error-page.tsx";
import { addIdleSource, stir } from "./idle.ts";
import { Root } from "./pages/root.tsx";
import { part, type Part, type PublicPage, type Screen } from "./register.ts";
import { currentSession } from "./session.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    title?: string;
    can?: ScreenEntry["can"];
    menu?: ScreenEntry["menu"];
    find?: ScreenEntry["find"];
    shows?: ScreenEntry["shows"];
    keeps?: ScreenEntry["keeps"];
    imports?: ScreenEntry["imports"];
  }
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
    page(root, { path, load, title, beforeLoad });

  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    beforeLoad: () => gate("CAN_VIEW"),
    component: lazy(part(() => import("./shell/shell.tsx"), "Shell")),
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
      "/",
      part(() => import("./pages/welcome-page.tsx"), "WelcomePage"),
      undefined,
      homeWhenSignedIn,
    ),
    open(
      "/login",
      part(() => import("./pages/login-page.tsx"), "LoginPage"),
      "Sign in",
      homeWhenSignedIn,
    ),
    open(
      "/register",
      part(() => import("./pages/register-page.tsx"), "RegisterPage"),
      "Register",
      homeWhenSignedIn,
    ),
    open(
      "/register/confirm",
      part(() => import("./pages/register-confirm-page.tsx"), "RegisterConfirmPage"),
      "Confirm your address",
    ),
    open(
      "/reset-password",
      part(() => import("./pages/reset-password-page.tsx"), "ResetPasswordPage"),
      "Reset password",
    ),
    open(
      "/change-password",
      part(() => import("./pages/change-password-page.tsx"), "ChangePasswordPage"),
      "Change password",
    ),
    open(
      "/accept-invite",
      part(() => import("./pages/accept-invite-page.tsx"), "AcceptInvitePage"),
      "Invitation",
    ),
    open(
      "/set-up",
      part(() => import("./pages/set-up-page.tsx"), "SetUpPage"),
      "First start",
    ),
    open(
      "/register-step2",
      part(() => import("./pages/register-step2-page.tsx"), "RegisterStep2Page"),
      "Registration",
      () => gateUntil("registration"),
    ),
    open(
      "/approve-process",
      part(() => import("./pages/approve-process-page.tsx"), "ApproveProcessPage"),
      "Approval",
      () => gateUntil("approval"),
    ),
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
    ...publicPages.map(({ path, title, load }) => open(path, load, title)),
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

/** From the click to the page that stands: `idle` is set once React has rendered it. Before the first page there is no resolved location. */
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

interface PageOptions {
  path: string;
  load: Part;
  title?: string | undefined;
  can?: Screen["can"];
  menu?: Screen["menu"];
  find?: Screen["find"];
  shows?: Screen["shows"];
  keeps?: Screen["keeps"];
  imports?: Screen["imports"];
  beforeLoad?: (() => void) | undefined;
}

function page(
  parent: AnyRoute,
  { path, load, title, can, menu, find, shows, keeps, imports, beforeLoad }: PageOptions,
): AnyRoute {
  const isInShell = can !== undefined;
  return createRoute({
    getParentRoute: () => parent,
    path: path.replaceAll(/:(\w+)/g, "$$$1"), // `:id` of the specification is `$id` of the router
    component: lazy(load),
    ...(beforeLoad ? { beforeLoad } : {}),
    ...(isInShell ? { errorComponent: ErrorInShell, pendingComponent: DetailSkeleton } : {}),
    staticData: {
      ...(title === undefined ? {} : { title }),
      ...(can ? { can } : {}),
      ...(menu ? { menu } : {}),
      ...(find ? { find } : {}),
      ...(shows ? { shows } : {}),
      ...(keeps ? { keeps } : {}),
      ...(imports ? { imports } : {}),
    },
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
