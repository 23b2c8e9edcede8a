import pg from "pg";
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

/**
 * Applies a tried file and holds it once its first rows are written. `release` sees that it was held until then, lets it go
 * on, and waits for its end.
 */
export async function heldImport(
  { superUrl }: { readonly superUrl: string },
  client: Client,
  record: Body,
): Promise<{ release(): Promise<Body> }> {
  const gate = new pg.Client({ connectionString: superUrl });
  await gate.connect();
  await gate.query("begin; lock table import_rows in share mode"); // what became of the rows is noted after them
  await saved(client.post(`/api/imports/${record.id}/apply`, { mode: "all_or_nothing" }));
  const waiting = async () => {
    const { rows } =
      await gate.query(`select a.pid, a.xact_start from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and l.relation = 'import_rows'::regclass`);
    return rows;
  };
  await expect.poll(waiting).toHaveLength(1);
  const held = await waiting();
  const read = () => saved(client.get(`/api/imports/${record.id}`));
  return {
    async release() {
      expect(await waiting(), "the import was not held all the time").toEqual(held);
      await gate.end();
      await expect.poll(async () => (await read())["state"], { timeout: 20_000 }).not.toBe("applying");
      return read();
    },
  };
}
