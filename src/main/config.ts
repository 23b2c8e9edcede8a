import { existsSync, readdirSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { isLoopback } from "#server/http/loopback.ts";

/** What an operator can set; every value has a default. README.md, "Configuration", tells of each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Past a pooler that `databaseUrl` may lead to. */
  readonly databaseDirectUrl: string | null;
  /** Whether statements are prepared under names. */
  readonly prepare: boolean;
  readonly dataDir: string;
  /** Without a slash at its end. Null: the address that we listen on. */
  readonly appUrl: string | null;
  /** Null: mails are kept as files, their links masked. */
  readonly smtpUrl: string | null;
  readonly demo: boolean;
  /** Whether strangers may register their company. */
  readonly registration: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** How many calls a session may make within a minute. Null: any number. */
  readonly callsPerMinute: number | null;
}

/** A value that Waybill cannot start with; its message is for the operator. */
class ConfigError extends Error {}

/** Stands in a data folder that was begun with the demo, so that later starts know. */
export const demoMark = "demo-company";

const project = fileURLToPath(new URL("../../", import.meta.url));

const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address like ${example}`,
    abort: true,
  });

const databaseExample = "postgres://user:password@host:5432/waybill";
const environment = z.object({
  PORT: z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      "must be a number from 1 to 65535, or 0 for any free port",
    )
    .transform(Number)
    .optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address like 127.0.0.1, without http:// before it")
    .optional(),
  DATABASE_URL: address(["postgres:", "postgresql:"], databaseExample)
    .refine((text) => new URL(text).pathname.length > 1, `must name the database, like ${databaseExample}`)
    .optional(),
  DATABASE_DIRECT_URL: address(["postgres:", "postgresql:"], databaseExample).optional(),
  DATABASE_PREPARE: z.enum(["on", "off"], "must be on or off").optional(),
  DATA_DIR: z.string().optional(),
  APP_URL: address(["http:", "https:"], "https://waybill.example.com")
    .refine(
      (text) => new URL(text).pathname === "/",
      "must end after the host: Waybill lives at the root of its address, like https://waybill.example.com",
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtp://user:password@mail.example.com:587").optional(),
  DEMO: z.enum(["on", "off"], "must be on or off").optional(),
  REGISTRATION: z.enum(["on", "off"], "must be on or off").optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (proxies) => proxies.every(isNetwork),
      "must be addresses or networks, with commas between them, like 127.0.0.1, 10.0.0.0/8",
    )
    .optional(),
  RATE_LIMIT: z
    .string()
    .refine(
      (text) => text === "off" || /^[1-9]\d{0,6}$/.test(text),
      "must be the number of calls that a session may make within a minute, like 1200, or off",
    )
    .transform((text) => (text === "off" ? null : Number(text)))
    .optional(),
});

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Reads the environment; the only place that does. Throws a ConfigError that names each bad value. */
export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, variables[name]?.trim() || undefined]),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"));
  const {
    PORT = 4400,
    HOST = "127.0.0.1",
    DATABASE_URL = null,
    DATABASE_DIRECT_URL = DATABASE_URL,
    DATABASE_PREPARE,
    DATA_DIR = "data",
    APP_URL = null,
    SMTP_URL = null,
    DEMO,
    REGISTRATION = "on",
    TRUSTED_PROXIES = [],
    RATE_LIMIT = 1200,
  } = parsed.data;
  if (DATABASE_DIRECT_URL && !DATABASE_URL)
    throw new ConfigError("DATABASE_DIRECT_URL stands beside DATABASE_URL, which is missing. Set that one.");
  const config = {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    prepare: DATABASE_PREPARE !== "off",
    dataDir: resolve(project, DATA_DIR),
    appUrl: APP_URL,
    smtpUrl: SMTP_URL,
    registration: REGISTRATION === "on",
    trustedProxies: TRUSTED_PROXIES,
    callsPerMinute: RATE_LIMIT,
  };
  return { ...config, demo: DEMO ? DEMO === "on" : isDemoByDefault(config) };
}

/** The address that people open, when nobody says otherwise. */
export function addressOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Whether this is the demo on somebody's own machine, by all that the start can know: only there whole mails are shown. */
export function isPrivateDemo(start: { dataDir: string; appUrl: string; trustedProxies: readonly string[] }): boolean {
  return (
    existsSync(join(start.dataDir, demoMark)) &&
    isLoopback(new URL(start.appUrl).hostname) &&
    start.trustedProxies.length === 0
  );
}

/** The demo's passwords are public, so it comes up by itself only where nobody else can reach it and nothing else is kept. */
function isDemoByDefault({
  databaseUrl,
  host,
  dataDir,
}: {
  databaseUrl: string | null;
  host: string;
  dataDir: string;
}): boolean {
  return databaseUrl === null && isLoopback(host) && (isEmpty(dataDir) || existsSync(join(dataDir, demoMark)));
}

/** Whether nothing is there yet. What is no folder, or cannot be read, is not empty: `makeDataFolder` says what is wrong with it. */
function isEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true;
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
