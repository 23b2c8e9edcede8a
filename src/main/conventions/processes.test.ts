import { expect, test } from "vitest";
import { sources } from "#main/testing/sources.ts";

/**
 * What a process remembers between two requests, and why two processes may remember different things. What they may not
 * disagree about stands in the database: sessions, limits of mails and sign-ins, leases of jobs, keys of repeated requests.
 */
const remembered: Readonly<Record<string, string>> = {
  // The same wherever it is worked out: it follows from the program's own files.
  "src/modules/account/passwords/leaked-passwords.server.ts read": "a list that ships with the program",
  "src/server/crypto/keys.ts keyObjects": "made of the installation's key",
  "src/server/db/names.ts camels": "names in the other spelling",
  "src/server/db/names.ts snakes": "names in the other spelling",
  "src/server/files/pdf-fonts.ts fontkit": "a library, loaded at first use",
  "src/server/files/pdf-fonts.ts opened": "typefaces that ship with the program",
  "src/server/files/pdf-fonts.ts read": "typefaces that ship with the program",
  "src/server/files/pdf.ts registered": "of one paper that is being set",
  "src/server/files/pdf.ts widths": "of one paper that is being set",
  "src/server/http/reply.ts made": "made of a contract",
  "src/server/openapi/openapi.ts described": "made of the contracts",
  "src/server/mail/language.ts namesSaid": "made of the words",
  "src/server/mail/local-text.ts days": "formats of dates",
  "src/server/mail/local-text.ts numbers": "formats of numbers",
  "src/server/records/import-values.ts countries": "names of countries",
  "src/server/records/importer.ts known": "made of a contract",
  "src/server/records/list.ts selections": "made of a contract",
  "src/shared/flow/flow.ts holders": "made of a flow",
  "src/shared/format/currency-signs.ts bySign": "signs of currencies",
  // Of this process alone: its connections, its callers, its end.
  "src/main/server.ts stopping": "this process is being stopped",
  "src/server/db/database.ts forgot": "when a connection of this process forgot its plans",
  "src/server/db/database.ts kept": "which statements a connection of this process keeps",
  "src/server/db/kysely-over.ts asked": "which statements this process asks often",
  "src/server/db/kysely-over.ts names": "which statements have a name on its connections",
  "src/server/http/known-users.ts known": "a guess, answered only once the database has said the same",
  "src/server/http/rate-limit.ts #buckets": "the throttle, for each node, as the README says",
  "src/server/records/export-turns.ts #lines": "the throttle of exports, for each node",
  "src/server/live/live.ts #all": "browsers that are connected to this process",
  "src/server/live/live.ts #streams": "browsers that are connected to this process",
  "src/server/mail/whole-mails.ts #mails": "mails of the demo on somebody's own machine, which has one process",
  // Of one call: the instance ends with it.
  "src/ops/backup/restored-files.ts #arrived": "of one backup that is being restored",
  "src/server/files/reading/table.ts #stored": "of one file that is being read",
  "src/shared/format/number-styles.ts #only": "of one column that is being judged",
};

/** Variables that a module keeps, and maps and sets that it or one of its objects goes on filling. */
function keptBy(bare: string): string[] {
  const names = (pattern: RegExp) => [...bare.matchAll(pattern)].map(([, name = ""]) => name);
  const isChanged = (name: string) => new RegExp(String.raw`\b${name}\.(?:set|add|delete|clear)\(`).test(bare);
  const container = String.raw`[^=\n]*= new (?:Map|Set|WeakMap|WeakSet)\b`;
  return [
    ...names(/^(?:export )?let (\w+)/gm),
    ...names(new RegExp(String.raw`^(?:export )?const (\w+)${container}`, "gm")).filter(isChanged),
    ...names(new RegExp(String.raw`^  (?:(?:private|static|readonly) )*(#\w+)${container}`, "gm")),
    ...names(new RegExp(String.raw`^  (?:(?:private|static|readonly) )+(\w+)${container}`, "gm")),
  ];
}

test("nothing is kept in a process that two processes may disagree about", () => {
  const ofTheServer = sources("src/{server,shared,main,ops}/**/*.ts", "src/modules/**/*.{server,jobs}.ts").filter(
    ({ path }) => !path.includes("test") && !/\.web\.tsx?$/.test(path),
  );
  const found = ofTheServer.flatMap(({ path, bare }) => keptBy(bare).map((name) => `${path} ${name}`));
  expect(found.sort()).toEqual(Object.keys(remembered).sort());
});
