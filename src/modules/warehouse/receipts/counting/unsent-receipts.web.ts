import { useEffect, useSyncExternalStore } from "react";
import type { ReplyOf } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { queryClient } from "#web/api/query.tsx";
import { useUser } from "#web/api/session.tsx";
import { files } from "#modules/settings/files/files.contract.ts";
import { changeCounting, countingsOf, dropCounting, readCounting } from "./counting-store.web.ts";
import { changePhoto, dropPhoto, photosWhere, type Photo } from "./photo-store.web.ts";
import { receipts } from "../receipts.contract.ts";

type Receipt = ReplyOf<typeof receipts.create>;
type Posted = (deliveryId: string, receipt: Receipt) => void;

const againEveryMs = 15_000;
const sending = new Set<string>();
const listeners = new Set<() => void>();
const postedListeners = new Set<Posted>();

/**
 * Sends what waits under this name. The body and both keys stay as they are until the server has answered, so that a
 * second tap, a lost answer or another tab make no second receipt. What the server refuses comes back to be corrected.
 */
export async function sendCounting(entry: string): Promise<void> {
  const counting = readCounting(entry);
  if (!counting?.body || sending.has(entry)) return;
  mark(entry, true);
  try {
    const receipt = await call(receipts.create, { body: counting.body, idempotencyKey: counting.key });
    await assignPhotos(counting.key, receipt);
    dropCounting(entry);
    for (const mailData of postedListeners) mailData(entry.split(":").at(-1) ?? "", receipt);
    for (const { path } of [
      receipts.list,
      { path: "/api/warehouse/delivery-schedules" },
      { path: "/api/warehouse/purchase-orders" },
      { path: "/api/warehouse/issues" },
    ])
      void queryClient.invalidateQueries({ queryKey: [path] });
  } catch (error) {
    const problem = asProblem(error);
    if (isFinal(problem.status))
      changeCounting(entry, { body: null, refusal: { message: problem.message, fields: problem.fields ?? {} } });
  } finally {
    mark(entry, false);
  }
}

/** An answer that stays the same however often one asks. No answer, a busy server or an ended session is none. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}

/** Sends what waits: at once, when the network is back, and now and then. Tells of each receipt that was posted. */
export function useOutbox(onPosted: Posted): void {
  const { userId } = useUser();
  useEffect(() => {
    postedListeners.add(onPosted);
    return () => void postedListeners.delete(onPosted);
  });
  useEffect(() => {
    const sendAll = () => {
      for (const { entry } of countingsOf(userId)) void sendCounting(entry);
      void uploadPhotos(userId);
    };
    sendAll();
    const timer = setInterval(sendAll, againEveryMs);
    addEventListener("online", sendAll);
    return () => {
      clearInterval(timer);
      removeEventListener("online", sendAll);
    };
  }, [userId]);
}

export function useIsSending(entry: string): boolean {
  return useSyncExternalStore(subscribe, () => sending.has(entry));
}

/** A photo of damage goes to the issue that its line opened, any other to the receipt. */
async function assignPhotos(key: string, receipt: Receipt): Promise<void> {
  const photos = await photosWhere(({ countingKey }) => countingKey === key).catch(() => []); // a browser without storage has none
  for (const photo of photos) await changePhoto({ ...photo, target: targetOf(photo, receipt) });
  const [first] = photos;
  if (first) void uploadPhotos(first.userId);
}

function targetOf({ line }: Photo, { id, lines, issues }: Receipt): NonNullable<Photo["target"]> {
  const own = lines.filter((one) => (one.purchaseOrderItemId ?? `u:${one.productId}`) === line).map((one) => one.id);
  const issue = issues.find(
    ({ kind, receiptLineId }) => kind === "damaged" && receiptLineId !== null && own.includes(receiptLineId),
  );
  return issue ? { entity: "issue", entityId: issue.id } : { entity: "receipt", entityId: id };
}

let isUploading = false;

/** One after the other; what does not go through is tried again later, what is refused for good is given up. */
async function uploadPhotos(userId: string): Promise<void> {
  if (isUploading) return;
  isUploading = true;
  try {
    for (const photo of await photosWhere((one) => one.userId === userId && one.target !== undefined))
      await upload(photo);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status !== 0) console.warn("A photo was not uploaded.", problem.message);
  } finally {
    isUploading = false;
  }
}

async function upload({ id, image, target }: Photo): Promise<void> {
  if (!target) return;
  const body = new FormData();
  body.append("file", image, `photo-${id.slice(0, 8)}.jpg`);
  await call(files.upload, { query: target, body }).catch((error: unknown) => {
    if (!isFinal(asProblem(error).status)) throw error;
  });
  await dropPhoto(id);
  void queryClient.invalidateQueries({ queryKey: [files.list.path] });
}

function mark(entry: string, isNow: boolean): void {
  if (isNow) sending.add(entry);
  else sending.delete(entry);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
