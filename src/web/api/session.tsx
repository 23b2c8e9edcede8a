import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, type Can } from "#shared/permissions/permissions.ts";
import { onRefused, send } from "./api.ts";
import { nameStates } from "../ui/status/state-names.ts";
import { busyUntil } from "./idle.ts";
import { speak } from "../language/language.ts";
import { WebProblem } from "./problem.ts";
import type { Settings, User } from "./session-user.ts";
import { toastDone, toastProblem } from "../shell/notices/toasts.tsx";

interface Session {
  readonly settings: Settings | null;
  readonly user: User | null;
  /** The session ended under the user's hands; `/login` follows in three seconds. */
  readonly isOver: boolean;
  readonly isSwitching: boolean;
  /** What is left to do after the right password. */
  readonly signInStep: SignInStep | null;
  /** Whether the last password change succeeded (specification, section 4); null before there was one. */
  readonly hasStrongPassword: boolean | null;
}

type SignInStep = "code" | "set_up";

const logoutRedirectMs = 3000;
const settingsRoute = { method: "GET", path: "/api/settings" } as const;
const meRoute = { method: "GET", path: "/api/auth/users/me" } as const;
const isOffline = (error: unknown) => error instanceof WebProblem && error.code === "offline";
const unlessOffline = (error: unknown) => (isOffline(error) ? undefined : toastProblem(error)); // the frame says so

let session: Session = {
  settings: null,
  user: null,
  isOver: false,
  isSwitching: false,
  signInStep: null,
  hasStrongPassword: null,
};
let isLeaving = false;
let navigate: (path: string) => void = (path) => location.assign(path);
const listeners = new Set<() => void>();
const cleaners = new Set<(isFinal: boolean) => void>();
let userAway: () => Promise<User | null> = () => Promise.resolve(null);
const otherTabs = new BroadcastChannel("waybill-session");

/** The session now, outside of React. */
export const currentSession = () => session;

/** The session, as a hook: re-renders when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The signed-in user of a screen behind the gate. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error("This screen stands outside the access gate.");
  return user;
}

/** Asks whether the user may: `const may = useMay(); may(vendors.create.can)`. Only the server decides; this hides what it would refuse. */
export function useMay(): (can: Can | readonly Can[]) => boolean {
  const { user } = useSession();
  return (can) => allows(user, permissionsOf(can));
}

/**
 * Has `forget` called whenever the state of the last user must be gone (specification, section 4: the clean-state action):
 * for good where somebody signed out or in, and not where a session was only lost.
 */
export function onClean(forget: (isFinal: boolean) => void): void {
  cleaners.add(forget);
}

/** Says who goes on while the server is away: whom this browser was left to, if anybody. */
export function whenAway(user: typeof userAway): void {
  userAway = user;
}

/** Loads settings and the current user side by side; resolves when the gate can decide. */
export async function startSession(go: (path: string) => void): Promise<void> {
  navigate = go;
  onRefused(requireAuthentication);
  otherTabs.addEventListener("message", ({ data }) => void followOtherTab(data));
  const [settings] = await Promise.all([send(settingsRoute).catch(unlessOffline), loadUser()]);
  if (settings) change({ settings: settings as Settings }); // the reply of this route
}

/** Signs in with the password; where a second factor is asked for, `/login` goes on with that. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const { next } = (await send(
    { method: "POST", path: "/api/auth/logins", transaction: "none" },
    { body: credentials },
  )) as { next: SignInStep | null }; // the reply of this route
  change({ signInStep: next });
  if (next) navigate("/login");
  else await enter();
}

/** There is a session now: loads its user and goes to the screen that was left to open. */
export async function enter(): Promise<void> {
  forgetAll(true);
  await loadUser();
  if (!session.user) return;
  change({ signInStep: null, hasStrongPassword: null });
  otherTabs.postMessage("in");
  navigate(session.user.selectedMenu.to);
  offerWayBack(session.user.userId);
}

/** Whoever signs in again in the tab in which their session was lost is offered the page where that was. */
function offerWayBack(userId: string): void {
  const [who, path] = JSON.parse(sessionStorage.getItem("waybill-left") ?? "[]") as string[]; // written below
  sessionStorage.removeItem("waybill-left");
  if (who !== userId || path === undefined) return;
  const link = { label: i18n._(msg`Back to where you were`), onClick: () => navigate(path) };
  toastDone(i18n._(msg`You are signed in again`), { link });
}

/** Back to the password. */
export function leaveSignInStep(): void {
  change({ signInStep: null });
}

/** Ends the session; a failed call ends it here all the same. */
export async function signOut(): Promise<void> {
  await leave();
  navigate("/");
}

/** Changes the password, by its proof; then the server session ends too (specification, section 4). Answers what the server said. */
export async function changePassword(
  body: { token: string; password: string } | { currentPassword: string; password: string },
): Promise<unknown> {
  try {
    const reply = await send({ method: "POST", path: "/api/auth/change-password", transaction: "none" }, { body });
    change({ hasStrongPassword: true });
    await leave();
    return reply;
  } catch (error) {
    change({ hasStrongPassword: false });
    throw error;
  }
}

/** Chooses another module; when that or the reload fails, only the spinner stops (specification, section 8). */
export async function switchModule(id: string): Promise<void> {
  change({ isSwitching: true });
  await followModule(id, ({ selectedMenu }) => navigate(selectedMenu.to));
  change({ isSwitching: false });
}

/** Brings the menu of the module that a followed link led into; when that fails the old menu stays, and nothing is said. */
export async function followModule(id: string, then?: (user: User) => void): Promise<void> {
  try {
    await send({ method: "PUT", path: "/api/auth/select-module/:module" }, { params: { module: id } });
    const user = await fetchUser();
    change({ user });
    then?.(user);
  } catch (error) {
    if (!(error instanceof WebProblem)) throw error;
  }
}

/** Asks again who is signed in, e.g. after the profile or the approval changed. */
export async function reloadUser(): Promise<void> {
  change({ user: await fetchUser() });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(part: Partial<Session>): void {
  session = { ...session, ...part };
  for (const listener of listeners) listener();
}

function clean(isFinal = false): void {
  change({ user: null });
  forgetAll(isFinal);
}

function forgetAll(isFinal: boolean): void {
  for (const forget of cleaners) forget(isFinal);
}

async function leave(): Promise<void> {
  isLeaving = true;
  await endServerSession();
  clean(true);
  forgetDrafts();
  isLeaving = false;
  otherTabs.postMessage("out");
}

/** Who signs out has done with what they typed; a session that was lost keeps it (form/draft.tsx). */
function forgetDrafts(): void {
  for (const entry of Object.keys(sessionStorage))
    if (entry.startsWith("waybill-draft:")) sessionStorage.removeItem(entry);
}

async function fetchUser(): Promise<User> {
  return known((await send(meRoute)) as User); // the reply of this route
}

async function known(user: User): Promise<User> {
  await speak(user.locale);
  nameStates(user.stateNames);
  return user;
}

/** Without a user the gate leads to sign-in; a server that is only just away gets three more chances before that. */
function loadUser(): Promise<void> {
  return busyUntil(askForUser()); // its pauses too
}

async function askForUser(): Promise<void> {
  for (const pauseMs of [1000, 2000, 4000, 0]) {
    try {
      return change({ user: await fetchUser() });
    } catch (error) {
      const isAway = isOffline(error) || (error instanceof WebProblem && error.status === 503);
      const left = isAway ? await userAway() : null;
      if (left) return change({ user: await known(left) });
      if (isAway && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      else return failedToLoad(error);
    }
  }
}

async function failedToLoad(error: unknown): Promise<void> {
  toastProblem(error);
  clean();
  if (error instanceof WebProblem && !error.isSilent && error.status > 0) await endServerSession();
}

function endServerSession(): Promise<unknown> {
  const route = { method: "DELETE", path: "/api/auth/logins" } as const;
  return send(route, { outlivesPage: true }).catch(() => undefined); // a failed logout call logs out too
}

function requireAuthentication(): void {
  if (!session.user || session.isOver || isLeaving) return;
  sessionStorage.setItem("waybill-left", JSON.stringify([session.user.userId, location.pathname + location.search]));
  change({ isOver: true });
  clean();
  void endServerSession();
  otherTabs.postMessage("over");
  toastDone(i18n._(msg`You are logged out!`), { tone: "a", icon: "warn" });
  setTimeout(() => {
    change({ isOver: false });
    navigate("/login");
  }, logoutRedirectMs);
}

async function followOtherTab(what: unknown): Promise<void> {
  if (what === "over") requireAuthentication();
  if (what === "out" && session.user) {
    clean(true);
    forgetDrafts();
    navigate("/");
  }
  if (what !== "in") return;
  const before = session.user?.userId;
  await loadUser();
  if (!session.user || session.user.userId === before) return;
  forgetAll(true); // what was shown to the other user
  navigate(session.user.selectedMenu.to);
}
