import { useEffect, useSyncExternalStore } from "react";
import { call } from "#web/api/api.ts";
import { busyUntil } from "#web/api/idle.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { currentSession, reloadUser } from "#web/api/session.tsx";
import type { User } from "#web/api/session-user.ts";
import { files } from "#modules/settings/files/files.contract.ts";
import {
  driverActions,
  type ActionAnswer,
  type DriverActionInput,
  type Outlook,
  type OwnTrip,
} from "./driver-actions/driver-actions.contract.ts";
import {
  addReport,
  changeReport,
  dropReport,
  keep,
  kept,
  openPhone,
  ownerOf,
  reportsOf,
  type Phone,
  type Report,
} from "./phone-store.web.ts";
import { keepDraftsOf, openDrafts } from "./drafts.web.ts";
import { isSameAgain, type Telling } from "./same-report.ts";
import { withReports } from "./with-reports.ts";

interface State {
  readonly phone: Phone | null;
  readonly trips: readonly OwnTrip[];
  /** When the server told of them. */
  readonly fetchedAt: string | null;
  readonly outlook: Outlook | null;
  readonly reports: readonly Report[];
  /** What was reported and is being written to the disk. */
  readonly adding: readonly Telling[];
  readonly isSending: boolean;
  /** Why nothing was loaded or sent the last time. */
  readonly problem: WebProblem | null;
  /** This browser keeps nothing: what was done lives as long as the page. */
  readonly isVolatile: boolean;
}

const nothing: State = {
  phone: null,
  trips: [],
  fetchedAt: null,
  outlook: null,
  reports: [],
  adding: [],
  isSending: false,
  problem: null,
  isVolatile: false,
};
const againEveryMs = 15_000;
/** What the server says of a call that it cannot read (its http/errors.ts). */
const unreadable: readonly string[] = ["malformed", "bad_json"];
/** What the server takes at once, in reports and, with room to spare, in signs. */
const [mostAtOnce, mostSigns] = [50, 300_000];
let state = nothing;
const listeners = new Set<() => void>();

function change(part: Partial<State>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What lies on this phone of the person who holds it, and its trips as they are with that. */
export function useDriverPhone() {
  const now = useSyncExternalStore(subscribe, () => state);
  const { fetchedAt, reports, adding } = now;
  const since = reports.filter(({ sentAt }) => sentAt === null || fetchedAt === null || sentAt > fetchedAt);
  const kept = since.filter(({ answer }) => answer?.isApplied !== false);
  const done = [...kept, ...adding].map(({ action }) => action);
  return { ...now, trips: now.trips.map((trip) => withReports(trip, done)) };
}

/** Opens the phone of this person, and from then on sends what waits: at once, when the network is back, and now and then. */
export function useQueue(user: User): void {
  const owner = ownerOf(user);
  useEffect(() => {
    void busyUntil(open(user));
    const again = () => void (state.phone ? sendAll() : open(user)); // its first opening may have failed
    const online = () => void reloadUser().then(again, again); // is it still this person's session?
    const timer = setInterval(again, againEveryMs);
    addEventListener("online", online);
    return () => {
      clearInterval(timer);
      removeEventListener("online", online);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the user is another object each time; whose phone it is stays
  }, [owner]);
}

async function open(user: User): Promise<void> {
  const owner = ownerOf(user);
  if (state.phone?.owner !== owner) change(nothing);
  try {
    const phone = await openPhone(owner, async () => (await call(driverActions.phoneKey)).key);
    await openDrafts(phone);
    const [trips, reports] = [await kept(phone, "trips"), await reportsOf(phone)];
    const { items = [], fetchedAt = null, outlook = null } = trips ?? {};
    change({ phone, reports, trips: items, fetchedAt, outlook, problem: null });
    await keep(phone, "user", { user, at: new Date().toISOString() });
  } catch (error) {
    const problem = asProblem(error);
    // Without a network there is no key yet; without storage there never is one.
    if (problem.code === "unexpected") change({ phone: { owner, key: null }, isVolatile: true });
    else return change({ problem });
  }
  await sendAll();
  if (state.fetchedAt === null) await loadTrips().catch(() => undefined); // its problem is told
}

/** Tries again what did not load: the phone of this person, or their trips. */
export async function loadAgain(user: User): Promise<void> {
  await (state.phone ? loadTrips().catch(() => undefined) : open(user)); // its problem is told
}

/** What is said with a report: all but its id and its time. */
export type Said = WithoutIds<DriverActionInput>;

/**
 * Keeps what was done, with a picture as text, and sends it when that can be. The screen shows it at once, and a second tap is no
 * second report: then null.
 */
export async function report(said: Said, picture: string | null = null): Promise<Report | null> {
  const { phone } = state;
  const action = wellFormed({ ...said, id: newKey(), at: new Date().toISOString() } as DriverActionInput); // each kind with its own
  const telling: Telling = { action, picture, sentAt: null };
  if (!phone || isSameAgain(telling, [...state.reports, ...state.adding])) return null;
  change({ adding: [...state.adding, telling] });
  const added = await busyUntil(addReport(phone, action, picture)).catch(() => {
    change({ isVolatile: true });
    return { seq: Date.now(), action, sentAt: null, answer: null, picture };
  });
  change({ adding: state.adding.filter((one) => one !== telling), reports: [...state.reports, added] });
  void sendAll();
  return added;
}

/** Reports it and waits for what the server says of it; null where it is kept and not sent now, as without a network. */
export async function reportAndWait(said: Said): Promise<Report | null> {
  const added = await report(said);
  if (!added) return null;
  const now = () => state.reports.find(({ seq }) => seq === added.seq);
  const isOver = () => !state.isSending || now()?.sentAt !== null;
  await busyUntil(
    new Promise<void>((resolve) => {
      // What goes on right after one batch with the next one is still sending.
      const look = () =>
        queueMicrotask(() => {
          if (!isOver()) return;
          stop();
          resolve();
        });
      const stop = subscribe(look);
      look();
    }),
  );
  const sent = now();
  return sent?.answer ? sent : null;
}

/** The server takes no half signs, as a text that was cut in an emoji ends with. */
const wellFormed = (action: DriverActionInput): DriverActionInput =>
  JSON.parse(
    JSON.stringify(action, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
    ),
  ) as DriverActionInput; // the same, sign for sign
type WithoutIds<A> = A extends unknown ? Omit<A, "id" | "at"> : never;

/** Sends what waits, in its order. Two tabs do not send at once. */
export async function sendAll(): Promise<void> {
  if (state.isSending || waiting().length === 0 || !state.phone || !isTheirs(state.phone)) return;
  change({ isSending: true });
  let isDone = false;
  try {
    isDone = await inTurn(send);
  } catch (error) {
    change({ problem: asProblem(error) }); // it waits on
  } finally {
    change({ isSending: false });
  }
  if (isDone) await sendAll(); // what was done meanwhile
}

async function send(): Promise<void> {
  const { phone } = state;
  for (let next = waiting(); phone && next.length > 0; next = waiting()) {
    if (!isTheirs(phone)) return;
    const batch: Report[] = [];
    for (const one of firstOf(next)) batch.push(await withPicture(phone, one));
    const items = await answersTo(phone, batch);
    const sentAt = new Date().toISOString();
    const sent = batch.map((one, at) => ({ ...one, sentAt, answer: items[at] ?? null }));
    change({ reports: state.reports.map((one) => sent.find(({ seq }) => seq === one.seq) ?? one), problem: null });
    if (!state.isVolatile) for (const one of sent) await changeReport(phone, one);
  }
  await loadTrips();
}

/** What the server says of reports. Where it cannot read them, each is sent by itself: one bad report keeps back no other. */
async function answersTo(phone: Phone, batch: readonly Report[]): Promise<readonly ActionAnswer[]> {
  const [first, ...others] = batch;
  if (!first) return [];
  const actions = batch.map(({ action }) => action);
  const body = { sentBy: userOf(phone), sentAt: new Date().toISOString(), actions };
  try {
    return (await call(driverActions.report, { body })).items;
  } catch (error) {
    const { status, code } = asProblem(error);
    if (status !== 400 || !unreadable.includes(code)) throw error; // a 400 of a network's own door is none of ours
    if (others.length > 0) return [...(await answersTo(phone, [first])), ...(await answersTo(phone, others))];
    return [{ id: first.action.id, outcome: "refused", isApplied: false, flags: [], status }];
  }
}

/** As many as go in one call, in their order; one at least. */
function firstOf(reports: readonly Report[]): readonly Report[] {
  let signs = 0;
  return reports.slice(0, mostAtOnce).filter(({ action }, at) => {
    signs += JSON.stringify(action).length;
    return at === 0 || signs < mostSigns;
  });
}

/** The report with its picture uploaded; what is refused for good is reported without, and stays here until that is read. */
async function withPicture(phone: Phone, report: Report): Promise<Report> {
  const { action, picture } = report;
  if (picture === null || action.kind !== "prove_delivery" || action.fileId) return report;
  const body = new FormData();
  body.append("file", asPicture(picture), `${action.type}-${action.id.slice(0, 8)}.jpg`);
  try {
    const { id } = await call(files.upload, { query: { entity: "delivery", entityId: action.deliveryId }, body });
    const uploaded = { ...report, action: { ...action, fileId: id }, picture: null };
    // An answer that is lost uploads it no second time.
    change({ reports: state.reports.map((one) => (one.seq === uploaded.seq ? uploaded : one)) });
    if (!state.isVolatile) await changeReport(phone, uploaded);
    return uploaded;
  } catch (error) {
    const { status } = asProblem(error);
    if ([403, 404, 409, 413, 415, 422].includes(status)) return report;
    throw error;
  }
}

/** A picture that was kept as text. The policy of the page lets nothing be fetched from `data:`. */
export function asPicture(text: string): Blob {
  const [head = "", data = ""] = text.split(",");
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? "image/jpeg" });
}

/** A picture as text, as it is kept here. */
export const asText = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The picture could not be read."));
    reader.readAsDataURL(picture);
  });

/** Brings the trips as the server knows them; what was done on trips that are no longer there is dropped once it was sent. */
export async function loadTrips(): Promise<readonly OwnTrip[]> {
  const { phone } = state;
  if (!phone || !isTheirs(phone)) return state.trips;
  const fetchedAt = new Date().toISOString();
  try {
    const { items, outlook } = await call(driverActions.mine);
    const isGone = ({ sentAt, action }: Report) => sentAt !== null && !items.some(({ id }) => id === action.tripId);
    const gone = state.reports.filter((one) => isGone(one) && !isUnsettled(one));
    change({
      trips: items,
      fetchedAt,
      outlook,
      problem: null,
      reports: state.reports.filter((one) => !gone.includes(one)),
    });
    keepDraftsOf(items.map(({ id }) => id));
    if (!state.isVolatile) {
      await keep(phone, "trips", { items, fetchedAt, outlook });
      for (const { seq } of gone) await dropReport(seq);
    }
    return items;
  } catch (error) {
    change({ problem: asProblem(error) });
    throw error;
  }
}

/** Something was not done as it was reported: it stays on the screen until its driver has read it. */
export const isUnsettled = ({ answer }: Report): boolean => answer !== null && !answer.isApplied;

/** Its driver has read what became of a report. */
export async function dismiss({ seq }: Report): Promise<void> {
  change({ reports: state.reports.filter((one) => one.seq !== seq) });
  if (!state.isVolatile) await dropReport(seq);
}

const waiting = () => state.reports.filter(({ sentAt }) => sentAt === null);
const userOf = ({ owner }: Phone): string => owner.split(":")[1] ?? "";

/** Only in the session of the person whose phone it is. */
function isTheirs(phone: Phone): boolean {
  const { user } = currentSession();
  return user !== null && ownerOf(user) === phone.owner;
}

/** False where another tab is at it. */
async function inTurn(work: () => Promise<void>): Promise<boolean> {
  const once = () => work().then(() => true);
  const locks = navigator.locks as LockManager | undefined; // secure contexts have it
  if (!locks) return once();
  return locks.request("waybill-phone", { ifAvailable: true }, (lock) => (lock ? once() : false));
}
