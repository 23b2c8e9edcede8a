import { newKey } from "#web/api/new-key.ts";

/** A photo that was taken while counting and is not uploaded yet. */
export interface Photo {
  readonly id: string;
  readonly userId: string;
  /** The counting it belongs to, by its clientReceiptKey, and where in it. */
  readonly countingKey: string;
  readonly line: string;
  readonly batch: number;
  readonly image: Blob;
  /** The record that it is uploaded to, once the receipt is posted. */
  readonly target?: { readonly entity: "issue" | "receipt"; readonly entityId: string };
}

const store = "photos";
const longestSide = 2000;

/** Keeps a photo in this browser: turned, made smaller and a JPEG, whatever the camera made. */
export async function keepPhoto(photo: Omit<Photo, "id" | "image">, file: Blob): Promise<void> {
  const image = await asJpeg(file);
  await run("readwrite", (photos) => photos.put({ ...photo, id: newKey(), image }));
}

export async function photosWhere(test: (photo: Photo) => boolean): Promise<readonly Photo[]> {
  const all = (await run("readonly", (photos) => photos.getAll())) as Photo[]; // only this file writes them
  return all.filter(test);
}

export const changePhoto = (photo: Photo): Promise<unknown> => run("readwrite", (photos) => photos.put(photo));
export const dropPhoto = (id: string): Promise<unknown> => run("readwrite", (photos) => photos.delete(id));

/** A picture as it is sent: turned, made smaller and a JPEG, whatever the camera made. */
export async function asJpeg(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (image) => (image ? resolve(image) : reject(new Error("The photo could not be read."))),
      "image/jpeg",
      0.85,
    ),
  );
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("waybill-receiving", 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(store, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("This browser keeps no photos."));
  });
  return opened;
}

async function run(mode: IDBTransactionMode, ask: (photos: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = ask(database.transaction(store, mode).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("This browser keeps no photos."));
  });
}
