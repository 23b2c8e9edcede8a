import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { addressOf, demoMark, readConfig } from "./config.ts";

test("nothing has to be set", () => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  expect(config).toMatchObject({
    port: 4400,
    host: "127.0.0.1",
    databaseUrl: null,
    appUrl: null,
    smtpUrl: null,
    demo: true,
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", HOST: " ", DATA_DIR: temporaryFolder() })).toMatchObject({
    port: 4400,
    host: "127.0.0.1",
  });
});

test("companies may register themselves, unless it is switched off", () => {
  expect(readConfig({ DATA_DIR: temporaryFolder() }).registration).toBe(true);
  expect(readConfig({ DATA_DIR: temporaryFolder(), REGISTRATION: "off" }).registration).toBe(false);
});

test("no proxy is believed unless it is named; addresses and networks name them", () => {
  expect(readConfig({ DATA_DIR: temporaryFolder() }).trustedProxies).toEqual([]);
  expect(
    readConfig({ DATA_DIR: temporaryFolder(), TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8 fd00::/8" }).trustedProxies,
  ).toEqual(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
});

test("a session makes 1,200 calls a minute, unless another number is set or none", () => {
  expect(readConfig({ DATA_DIR: temporaryFolder() }).callsPerMinute).toBe(1200);
  expect(readConfig({ DATA_DIR: temporaryFolder(), RATE_LIMIT: "300" }).callsPerMinute).toBe(300);
  expect(readConfig({ DATA_DIR: temporaryFolder(), RATE_LIMIT: "off" }).callsPerMinute).toBeNull();
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["HOST", "http://localhost"],
  ["DATABASE_URL", "mysql://a/b"],
  ["DATABASE_DIRECT_URL", "mysql://a/b"],
  ["DATABASE_PREPARE", "sometimes"],
  ["DATABASE_URL", "postgres://localhost:5432"],
  ["APP_URL", "waybill.example.com"],
  ["APP_URL", "https://example.com/waybill"],
  ["SMTP_URL", "mail.example.com"],
  ["DEMO", "yes"],
  ["REGISTRATION", "closed"],
  ["TRUSTED_PROXIES", "nginx.lan"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8/8"],
  ["RATE_LIMIT", "0"],
  ["RATE_LIMIT", "many"],
])("a bad %s (%s) is named in a sentence", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`));
});

test("all bad values are named at once", () => {
  expect(() => readConfig({ PORT: "x", DEMO: "x" })).toThrow(/PORT[^]*DEMO/);
});

test("the address past a pooler is nothing without that of the pooler", () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL: "postgres://localhost/waybill" })).toThrow(
    /DATABASE_URL, which is missing/,
  );
});

test("a password in a bad address is not repeated", () => {
  expect(() => readConfig({ DATABASE_URL: "mysql://user:secret@host/db" })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("secret") }),
  );
});

describe("the demo comes up by itself", () => {
  const begunWith = (file: string) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, file), "");
    return folder;
  };
  test.each([
    ["in an empty data folder", true, { DATA_DIR: temporaryFolder() }],
    ["in a data folder that is not there yet", true, { DATA_DIR: join(temporaryFolder(), "new") }],
    ["in a data folder that was begun with it", true, { DATA_DIR: begunWith(demoMark) }],
    ["not in a data folder with other things", false, { DATA_DIR: begunWith("other") }],
    ["not where others can reach it", false, { DATA_DIR: temporaryFolder(), HOST: "0.0.0.0" }],
    [
      "not in somebody's database",
      false,
      { DATA_DIR: temporaryFolder(), DATABASE_URL: "postgres://localhost/waybill" },
    ],
    ["not when it is off", false, { DATA_DIR: temporaryFolder(), DEMO: "off" }],
    ["in any place when it is on", true, { DATA_DIR: begunWith("other"), HOST: "0.0.0.0", DEMO: "on" }],
  ])("%s", (_, demo, variables) => {
    expect(readConfig(variables).demo).toBe(demo);
  });
});

test.each([
  ["0.0.0.0", "http://localhost:4400"],
  ["::1", "http://[::1]:4400"],
  ["waybill.lan", "http://waybill.lan:4400"],
])("a server on %s is opened at %s", (host, address) => {
  expect(addressOf(host, 4400)).toBe(address);
});
