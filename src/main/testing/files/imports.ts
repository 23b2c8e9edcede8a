import { expect } from "vitest";
import type { Body, Client } from "../test-app.ts";
import { saved } from "../records/orders.ts";

/** Uploads a file to import, as a browser does; `query` says how it is to be read. */
export async function uploadFile(
  client: Client,
  entity: string,
  content: string | Buffer,
  { name = "file.csv", query = "" }: { name?: string; query?: string } = {},
): ReturnType<Client["send"]> {
  const payload = Buffer.concat([
    Buffer.from(`--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n--part--\r\n"),
  ]);
  return client.send("POST", `/api/imports?entity=${entity}${query}`, payload, {
    "content-type": "multipart/form-data; boundary=part",
  });
}

/** Tries an uploaded file with the mapping that was suggested for it. */
export const checkFile = (client: Client, record: Body, more: object = {}): Promise<Body> =>
  saved(client.post(`/api/imports/${record.id}/check`, { mapping: record["mapping"], ...more }));

/** What is wrong with the rows of a tried file, by their number. */
export async function badRows(client: Client, record: Body): Promise<Record<number, Record<string, string>>> {
  const { items } = await saved(client.get(`/api/imports/${record.id}/rows?outcome=bad`));
  return Object.fromEntries(items.map((row) => [row["rowNo"], row["errors"]]));
}

/** Applies a tried file, and waits for its end. */
export async function applyFile(client: Client, record: Body, mode = "all_or_nothing"): Promise<Body> {
  await saved(client.post(`/api/imports/${record.id}/apply`, { mode }));
  const read = () => saved(client.get(`/api/imports/${record.id}`));
  await expect.poll(async () => (await read())["state"]).not.toBe("applying");
  return read();
}

/** Uploads, tries and applies a file of which nothing needs correcting. */
export async function importFile(client: Client, entity: string, content: string, more: object = {}): Promise<Body> {
  const tried = await checkFile(client, await saved(uploadFile(client, entity, content)), more);
  expect(await badRows(client, tried)).toEqual({});
  return applyFile(client, tried);
}
