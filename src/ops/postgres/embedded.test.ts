import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { on } from "#main/testing/database/address.ts";
import { startEmbedded, type Embedded } from "./embedded.ts";

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the server is killed on purpose
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await pause(50))
    if (await condition().catch(() => false)) return;
  throw new Error("It did not happen within 20 s.");
}

/** Starts the server from a process of its own, which then dies without a word. */
async function startAndDie(folder: string, options: { durable?: boolean } = {}): Promise<void> {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)};
    await startEmbedded(${JSON.stringify({ folder, ...options })});
    process.kill(process.pid, "SIGKILL");`;
  const [, signal] = await once(
    spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" }),
    "exit",
  );
  expect(signal).toBe("SIGKILL");
}

describe("the embedded PostgreSQL", () => {
  const parent = mkdtempSync(join(tmpdir(), "waybill postgres "));
  const folder = join(parent, "data");
  const pidOf = (where = folder) =>
    Number(readFileSync(join(where, "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
  const said: string[] = [];
  let running: Embedded;

  beforeAll(async () => {
    running = await startEmbedded({ folder, onTrouble: (sentence) => said.push(sentence) });
    await ask(
      running.url,
      "begin; set local role waybill_owner; create table kept (n int); insert into kept values (1); commit",
    );
  });
  afterAll(async () => {
    await running.stop();
    rmSync(parent, { recursive: true, force: true });
  });
  const kept = async () => (await ask(on(running.superUrl, "waybill"), "select n from kept"))[0]?.["n"];

  test("keeps what was committed, whatever dies", async () => {
    const rows = await ask(
      running.superUrl,
      `select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') and setting = 'on'`,
    );
    expect(rows).toHaveLength(4);
  });

  test("the login role can do nothing before it takes a role", async () => {
    const [role] = await ask(
      running.url,
      `select rolsuper or rolinherit or rolbypassrls or rolcreaterole or rolcreatedb as powerful from pg_roles
        where rolname = current_user`,
    );
    expect(role).toEqual({ powerful: false });
    await expect(ask(running.url, "select * from kept")).rejects.toThrow("permission denied");
    await expect(ask(running.url, "create table mine (n int)")).rejects.toThrow("permission denied");
  });

  test("its keys and files are open to nobody else, and it listens on this machine only", async () => {
    expect(statSync(join(folder, "keys.json")).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "cluster")).mode & 0o077).toBe(0);
    expect(await ask(running.superUrl, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  });

  test("is started again after it was killed, at the same address", async () => {
    const before = pidOf();
    process.kill(before, "SIGKILL");
    await eventually(async () => (await kept()) === 1 && pidOf() !== before);
    expect(said).toEqual(["PostgreSQL ended unexpectedly; Waybill starts it again."]);
  });

  test("is adopted when Node was killed and it lives on", async () => {
    await running.stop();
    await startAndDie(folder);
    const orphan = pidOf();
    running = await startEmbedded({ folder });
    expect(pidOf()).toBe(orphan);
    expect(await kept()).toBe(1);
  });

  test("starts after both were killed", async () => {
    await running.stop();
    await startAndDie(folder);
    process.kill(pidOf(), "SIGKILL");
    running = await startEmbedded({ folder });
    expect(await kept()).toBe(1);
  });

  test("a lock file that names another program does not stop it", async () => {
    await running.stop();
    writeFileSync(join(folder, "cluster", "postmaster.pid"), `${process.pid}\n${folder}\n1\n1\n`);
    running = await startEmbedded({ folder });
    expect(await kept()).toBe(1);
  });

  test("a copy of a running folder is a database of its own", async () => {
    const copy = join(parent, "copy");
    cpSync(folder, copy, { recursive: true });
    const second = await startEmbedded({ folder: copy });
    try {
      expect(pidOf(copy)).not.toBe(pidOf());
      await ask(on(second.superUrl, "waybill"), "update kept set n = 2");
      expect(await kept()).toBe(1);
    } finally {
      await second.stop();
    }
  });

  test("a folder that was moved starts where it is", async () => {
    await running.stop();
    renameSync(folder, join(parent, "moved"));
    renameSync(join(parent, "moved"), folder);
    running = await startEmbedded({ folder });
    expect(await kept()).toBe(1);
  });

  test("a server without promises is not adopted as it is", async () => {
    await running.stop();
    await startAndDie(folder, { durable: false }); // nobody is left who would start it again without them
    const before = pidOf();
    running = await startEmbedded({ folder });
    expect(pidOf()).not.toBe(before);
    expect(await ask(running.superUrl, "show synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
  });

  test("lost keys are named in a sentence", async () => {
    await running.stop();
    renameSync(join(folder, "keys.json"), join(folder, "elsewhere.json"));
    await expect(startEmbedded({ folder })).rejects.toThrow("has lost its keys.json");
    renameSync(join(folder, "elsewhere.json"), join(folder, "keys.json"));
    running = await startEmbedded({ folder });
  });
});
