import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { temporaryFolder } from "./folder.ts";

const fixture = fileURLToPath(new URL("../../../../tests/fixtures/waybill-0.1.0.tar.gz", import.meta.url));

interface Manifest {
  readonly tables: Readonly<Record<string, { columns: string[]; sha256: string }>>;
}

/** The backup of the first version with other values in the rows of a table, as that version could have written them. */
export async function withRows(name: string, change: (row: Record<string, string>) => void): Promise<string> {
  const entries: [name: string, content: Buffer][] = [];
  const entryOf = (path: string): [name: string, content: Buffer] => {
    const entry = entries.find(([one]) => one === path);
    if (!entry) throw new Error(`the backup has no ${path}`);
    return entry;
  };
  const reading = extract();
  reading.on("entry", (header, stream, next) => {
    const parts: Buffer[] = [];
    stream.on("data", (part) => parts.push(part as Buffer));
    stream.on("end", () => {
      entries.push([header.name, Buffer.concat(parts)]);
      next();
    });
  });
  const unzip = createGunzip();
  unzip.pipe(reading);
  unzip.end(readFileSync(fixture));
  await finished(reading);

  const manifest = JSON.parse(entryOf("manifest.json")[1].toString()) as Manifest;
  const table = manifest.tables[name];
  if (!table) throw new Error(`the first version has no table ${name}`);
  const copied = entryOf(`tables/${name}.copy`);
  const rows = copied[1].toString().trimEnd().split("\n");
  const changed = rows.map((row) => {
    const cells = row.split("\t");
    const values = Object.fromEntries(table.columns.map((column, at) => [column, cells[at] ?? ""]));
    change(values);
    return table.columns.map((column) => values[column]).join("\t");
  });
  copied[1] = Buffer.from(`${changed.join("\n")}\n`);
  table.sha256 = createHash("sha256").update(copied[1]).digest("hex");
  entryOf("manifest.json")[1] = Buffer.from(JSON.stringify(manifest));

  const writing = pack();
  for (const [name, content] of entries) writing.entry({ name }, content);
  writing.finalize();
  const parts: Buffer[] = [];
  for await (const part of writing.pipe(createGzip())) parts.push(part as Buffer);
  const file = join(temporaryFolder(), "changed.tar.gz");
  writeFileSync(file, Buffer.concat(parts));
  return file;
}
