import type { User } from "#web/api/session-user.ts";
import type { ActionAnswer, DriverActionInput, Outlook, OwnTrip } from "./driver-actions/driver-actions.contract.ts";

/**
 * What a driver's phone keeps: trips, and what was done on them. All of it is sealed under a key that the server gives to this
 * person alone. The key lies here, and cannot be taken out, until they sign out or somebody else signs in; what was not sent
 * stays, unreadable, until they are back (decision 47).
 */
export interface Phone {
  /** A person in a company. */
  readonly owner: string;
  /** Null where the browser has no ciphers, which is on plain http: then things lie here as they are. */
  readonly key: CryptoKey | null;
}

/** One thing that was done, in the order in which it was done. */
export interface Report {
  readonly seq: number;
  readonly action: DriverActionInput;
  /** When the server had it, and what it said; null while it is only here. */
  readonly sentAt: string | null;
  readonly answer: ActionAnswer | null;
  /** A picture that belongs to it and is not uploaded yet, as base64. */
  readonly picture: string | null;
}

interface KeptThings {
  readonly trips: {
    readonly items: readonly OwnTrip[];
    readonly fetchedAt: string;
    /** What was kept before it was told has none. */
    readonly outlook?: Outlook;
  };
  readonly user: { readonly user: User; readonly at: string };
  /** What was begun in forms (drafts.web.ts). */
  readonly drafts: Readonly<Record<string, unknown>>;
}

type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer } | { readonly plain: string };
type StoreName = "keys" | "reports" | "things";

/** How long a person is taken for signed in without the server having said so. */
const trustedMs = 7 * 86_400_000;

export const ownerOf = ({ userId, company }: User): string => `${company.id}:${userId}`;

/** The phone of this person: with the key that lies here, else with the one that is fetched. Whose else lies here is taken away. */
export async function openPhone(owner: string, fetchKey: () => Promise<string>): Promise<Phone> {
  await dropKeys((key) => key.owner === owner);
  const kept = (await run("keys", "readonly", (keys) => keys.get(owner))) as Phone | undefined; // only this file writes it
  if (kept) return { owner, key: kept.key };
  const key = await cipherKey(await fetchKey());
  await run("keys", "readwrite", (keys) => keys.put({ owner, key }));
  return { owner, key };
}

/** Whoever used this phone last, for a start without the server; null where nobody has it, or not for long. */
export async function userOfPhone(): Promise<User | null> {
  const [phone] = (await run("keys", "readonly", (keys) => keys.getAll())) as Phone[]; // as above
  const last = phone && (await kept(phone, "user"));
  return last && Date.now() - Date.parse(last.at) < trustedMs ? last.user : null;
}

/** Somebody left, or comes: from now on only the one who is signed in reads what is theirs. */
export async function forgetPhones(user: User | null): Promise<void> {
  const owner = user && ownerOf(user);
  await dropKeys((key) => key.owner === owner);
}

async function dropKeys(stays: (phone: Phone) => boolean): Promise<void> {
  const all = (await run("keys", "readonly", (keys) => keys.getAll())) as Phone[]; // as above
  for (const phone of all.filter((one) => !stays(one)))
    await run("keys", "readwrite", (keys) => keys.delete(phone.owner));
}

/** Keeps something of this person in place of what was there. */
export async function keep<N extends keyof KeptThings>(phone: Phone, name: N, thing: KeptThings[N]): Promise<void> {
  const sealed = await seal(phone, thing);
  await run("things", "readwrite", (things) => things.put({ name: `${phone.owner}:${name}`, sealed }));
}

/** What was kept; null where nothing was, or nothing that this key opens. */
export async function kept<N extends keyof KeptThings>(phone: Phone, name: N): Promise<KeptThings[N] | null> {
  const row = (await run("things", "readonly", (things) => things.get(`${phone.owner}:${name}`))) as
    | { sealed: Sealed }
    | undefined;
  return row ? unseal<KeptThings[N]>(phone, row.sealed) : null;
}

/** Everything that was done by this person, in its order. */
export async function reportsOf(phone: Phone): Promise<Report[]> {
  const rows = (await run("reports", "readonly", (reports) => reports.index("owner").getAll(phone.owner))) as {
    seq: number;
    sealed: Sealed;
  }[];
  const read = await Promise.all(
    rows.map(async ({ seq, sealed }) => {
      const report = await unseal<Omit<Report, "seq">>(phone, sealed);
      return report ? [{ ...report, seq }] : [];
    }),
  );
  return read.flat().toSorted((one, other) => one.seq - other.seq);
}

/** Keeps what was done before anything else happens with it. */
export async function addReport(
  phone: Phone,
  action: DriverActionInput,
  picture: string | null = null,
): Promise<Report> {
  const report = { action, sentAt: null, answer: null, picture };
  const sealed = await seal(phone, report);
  const seq = (await run("reports", "readwrite", (reports) => reports.add({ owner: phone.owner, sealed }))) as number;
  return { ...report, seq };
}

export async function changeReport(phone: Phone, { seq, ...report }: Report): Promise<void> {
  const sealed = await seal(phone, report);
  await run("reports", "readwrite", (reports) => reports.put({ seq, owner: phone.owner, sealed }));
}

export const dropReport = (seq: number): Promise<unknown> =>
  run("reports", "readwrite", (reports) => reports.delete(seq));

/** `crypto.subtle` is there in secure contexts only, whatever its type says. */
const ciphers = (): SubtleCrypto | undefined => crypto.subtle as SubtleCrypto | undefined;

async function cipherKey(secret: string): Promise<CryptoKey | null> {
  const bytes = Uint8Array.from(atob(secret.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return (await ciphers()?.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"])) ?? null;
}

async function seal({ key }: Phone, thing: unknown): Promise<Sealed> {
  const plain = JSON.stringify(thing);
  const subtle = ciphers();
  if (!key || !subtle) return { plain };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(plain)) };
}

async function unseal<T>({ key }: Phone, sealed: Sealed): Promise<T | null> {
  if ("plain" in sealed) return JSON.parse(sealed.plain) as T; // what `seal` was given
  const subtle = ciphers();
  if (!key || !subtle) return null;
  try {
    const plain = await subtle.decrypt({ name: "AES-GCM", iv: sealed.iv }, key, sealed.data);
    return JSON.parse(new TextDecoder().decode(plain)) as T; // as above
  } catch {
    return null; // sealed under another key: of an installation that was set up anew
  }
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("waybill-phone", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("keys", { keyPath: "owner" });
      request.result.createObjectStore("things", { keyPath: "name" });
      const reports = request.result.createObjectStore("reports", { keyPath: "seq", autoIncrement: true });
      reports.createIndex("owner", "owner");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("This browser keeps nothing."));
  });
  return opened;
}

/** Resolves once the disk has it: a page that is killed right after loses nothing. */
async function run(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: "strict" });
    const request = ask(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? new Error("This browser keeps nothing."));
    transaction.onabort = transaction.onerror;
  });
}
