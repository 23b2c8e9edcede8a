import { describe, expect, test } from "vitest";
import { sources, scan, type Source } from "#main/testing/sources.ts";

const all = sources("src/**/*.{ts,tsx}", "scripts/**/*.{ts,mjs}", "bench/**/*.ts", "tests/**/*.ts", "e2e/**/*.ts");
const product = all.filter(
  ({ path }) => path.startsWith("src/") && !path.includes("testing") && !path.includes(".test."),
);

/** `path:line text` of every text that looks wrong, so that a failure says where to look. */
function findings(files: readonly Source[], wrong: (text: Source["texts"][number]) => boolean): string[] {
  return files.flatMap(({ path, texts }) =>
    texts.filter(wrong).map(({ line, text }) => `${path}:${line} ${text.replace(/\s+/g, " ").slice(0, 80)}`),
  );
}

test("the scanner tells code from comments, texts and templates", () => {
  const { bare, code, texts } = scan(
    "x.ts",
    'const a: string = "any"; // as any\nsql<{ a: string }>`select ${b`x`}`; /any`/.test(c); f("select " + d);',
  );
  expect(bare).not.toContain("any");
  expect(code).not.toContain("as any");
  expect(texts.map(({ tag, text, joined }) => [tag, text, joined])).toEqual([
    ["", "any", false],
    ["sql", "select ${}", true],
    ["b", "x", false],
    ["", "select ", true],
  ]);
});

test("no file has more than 350 lines", () => {
  const measured = (files: readonly Source[]) =>
    files
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
      .sort((a, b) => a.lines - b.lines);
  const at = (lengths: readonly { lines: number }[], part: number) =>
    lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * part))]?.lines ?? 0;
  const told = (name: string, files: readonly Source[]) => {
    const lengths = measured(files);
    const longest = lengths.at(-1);
    console.log(
      `${lengths.length} ${name}: median ${at(lengths, 0.5)} lines, 90th percentile ${at(lengths, 0.9)}, ` +
        `longest ${longest?.lines} (${longest?.path})`,
    );
    return lengths;
  };
  expect(told("files with tests and tools", all).filter(({ lines }) => lines > 350)).toEqual([]);
  const lengths = told("files of the product", product);
  expect(at(lengths, 0.5)).toBeLessThanOrEqual(75);
  expect(at(lengths, 0.9)).toBeLessThanOrEqual(200);
});

test("no line is wider than 200 columns, and at most 2 in 1,000 wider than 140, sentences and SQL included", () => {
  const written = all.filter(({ path }) => !/^src\/server\/db\/(?:types|columns)\.ts$/.test(path)); // scripts/db-types.ts writes these
  const lines = written.flatMap(({ path, text }) =>
    text.split("\n").map((line, at) => ({ where: `${path}:${at + 1}`, columns: line.length })),
  );
  const widerThan = (limit: number) => lines.filter(({ columns }) => columns > limit);
  const wide = widerThan(140);
  console.log(`${wide.length} of ${lines.length} lines are wider than 140 columns`);
  expect(widerThan(200)).toEqual([]);
  const widest = wide.sort((a, b) => b.columns - a.columns).slice(0, 20);
  expect(wide.length, JSON.stringify(widest, null, 1)).toBeLessThanOrEqual(lines.length * 0.002);
});

test("there is no `any`", () => {
  const withoutWords = (code: string) => code.replace(/>[^<>{}()]*</g, "><"); // what stands between tags
  const found = all
    .map(({ path, bare }) => ({ path, bare: withoutWords(bare) }))
    .flatMap(({ path, bare }) =>
      [...bare.matchAll(/(?:[:<|&]|=>|\bas|\bextends)\s*any\b|\bany\s*(?:\[\]|[|&>])/g)].map(
        ({ index }) => `${path} …${bare.slice(Math.max(0, index - 30), index + 10)}`,
      ),
    );
  expect(found).toEqual([]);
});

test("the environment is read in one place", () => {
  expect(
    product
      .filter(({ code, path }) => /process\.env\b/.test(code) && path !== "src/main/config.ts")
      .map(({ path }) => path),
  ).toEqual([]);
});

test("what a user sends is opened in the threads of src/server/files/reading/ and nowhere else", () => {
  const opens =
    /from "(?:yauzl|saxen|csv-parse)|\bimport\("(?:yauzl|saxen|csv-parse)|\b(?:gunzip|inflate|brotliDecompress|unzip)\w*\(|\.toBuffer\(\)/;
  const found = product.filter(({ code, path }) => opens.test(code) && !path.startsWith("src/server/files/reading/"));
  expect(found.map(({ path }) => path)).toEqual([]);
});

describe("the page tells when it stands (src/web/api/idle.ts)", () => {
  const web = product.filter(({ path }) => /^src\/web\/|\.web\.tsx?$/.test(path));
  const using = (what: RegExp, counting: readonly string[]) =>
    web.filter(({ code, path }) => what.test(code) && !counting.includes(path)).map(({ path }) => path);

  test("so all that keeps it busy goes by what counts it: requests, pauses while one types, parts that come later", () => {
    expect(web.length).toBeGreaterThan(150);
    // The worker is beside the page: what it fetches, the page has asked for.
    const fetching = ["src/web/api/api.ts", "src/modules/fleet/driver-phone/worker.web.ts"];
    expect(using(/(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon/, fetching)).toEqual([]);
    expect(using(/\buse(?:Debounced|Throttled)(?:Value|Callback|State)\b/, ["src/web/api/debounce.ts"])).toEqual([]);
    expect(using(/\bSuspense\b/, ["src/web/api/lazy-boundary.tsx"])).toEqual([]);
    const counted = /(?:chunk|part|lazyPart|lazyPartWithin)\(\s*\(\) => import\(|busyUntil\(import\(|^ {4}import\(/gm; // the last: language.ts, all three at once
    const uncounted = web.filter(({ code }) => /\bimport\(/.test(code.replaceAll(counted, "")));
    expect(uncounted.map(({ path }) => path)).toEqual([]);
  });

  test("so no test in the browser waits for a time, or for the network to be quiet", () => {
    const told = sources("e2e/**/*.ts", "src/main/testing/{browser,browser-app,screens,demo,keyboard}.ts");
    expect(told.length).toBeGreaterThan(20);
    const waits = /waitForTimeout|networkidle|\bsetTimeout\b|timers\/promises/;
    expect(told.filter(({ bare }) => waits.test(bare)).map(({ path }) => path)).toEqual([]);
  });
});

test("dates and choices are asked for with our own inputs (src/web/ui/inputs), which speak the reader's language", () => {
  const native = /\b(?:type="(?:date|datetime-local|time|month|week)"|NativeSelect|TimeInput)|<select\b/;
  expect(product.filter(({ code }) => native.test(code)).map(({ path }) => path)).toEqual([]);
});

test("every suppressed lint finding says why", () => {
  const found = all.flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter(
        (line) => /\/[/*] *(?:(?:ox|es)lint-disable|@ts-)/.test(line) && !/--\s*\w|@ts-expect-error\s+\w/.test(line),
      )
      .map((line) => `${path} ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

describe("SQL", () => {
  const isSql =
    /^\s*(?:select|insert into|update|delete from|with|create|alter|drop|grant|set local|set |begin)\b[^]*\b(?:from|into|set|values|table|role|database|company_id)\b/i;
  /** Where names that cannot be parameters are put into SQL, and who makes them safe. */
  const allowed: Readonly<Record<string, string>> = {
    "src/server/db/database.ts": "the role is one of three literals, the company id was checked to be a uuid",
    "src/ops/migrate/migrate.ts": "the number of the lock",
    "src/ops/postgres/bootstrap.ts": "names and passwords go through pg's escapeIdentifier and escapeLiteral",
    "src/ops/backup/backup.ts": "table names come from the catalogue, through escapeIdentifier",
    "src/ops/backup/restore.ts": "table names come from the catalogue, through escapeIdentifier",
    "src/ops/backup/backup-tables.ts": "table names come from the catalogue, through escapeIdentifier",
  };

  test("is never put together of texts: values are parameters of a sql template", () => {
    const found = findings(
      product.filter(({ path }) => !allowed[path]),
      ({ tag, text, joined }) => joined && tag !== "sql" && isSql.test(text),
    );
    expect(found).toEqual([]);
  });

  test("is never marked as safe by hand", () => {
    expect(product.filter(({ bare }) => /\bsql\.raw\s*\(/.test(bare)).map(({ path }) => path)).toEqual([]);
  });

  test("keeps no state in a session and sends no notice inside a transaction, so that any pool may stand between", () => {
    const found = findings(product, ({ text }) =>
      /\b(?:pg_notify|pg_advisory_lock|pg_try_advisory_lock)\s*\(|^\s*(?:listen|notify)\s+\w+\s*;?$|^\s*set (?:session|role|waybill)/i.test(
        text,
      ),
    );
    expect(found.filter((one) => !one.startsWith("src/ops/"))).toEqual([]); // a connection of their own
  });

  test("is told its role and its company by the kit alone: who opens a transaction, or enterCompany", () => {
    const found = findings(
      all.filter(({ path }) => /^(?:src|scripts)\//.test(path) && !/testing|\.test\.|conventions\.breaks/.test(path)),
      ({ text }) => /waybill\.(?:company_id|role)|\b(?:re)?set\s+(?:local\s+|session\s+)?role\b/i.test(text),
    );
    /** A connection of the owner's own: migrations, backups, the bootstrap, tools that look at every company. */
    const asOwner = [
      /^src\/ops\/(?:migrate\/migrate|backup\/(?:backup|restore)|postgres\/bootstrap)\.ts:/,
      /^src\/server\/audit\/erasure-log\.ts:/,
      /^scripts\/(?:db-types|verify-audit)\.ts:/,
    ];
    const isAsOwner = (one: string) =>
      asOwner.some((place) => place.test(one)) && /role waybill_owner|reset role/.test(one);
    expect(found.filter((one) => !one.startsWith("src/server/db/database.ts:") && !isAsOwner(one))).toEqual([]);
  });

  test("goes to the database through the transaction at hand", () => {
    const found = product.filter(
      ({ path, bare }) =>
        path.startsWith("src/modules/") &&
        /\b(?:new pg\.|Pool\(|\.work\.query|\.auth\.query|\.owner\.query)/.test(bare),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe("a table is written from one folder only", () => {
  const writes = [
    /\b(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)"/g,
    /\b(?:updateRow|insertRow|deleteRow)\(\s*[\w.]+,\s*"(\w+)"/g,
    /\bchildRows\(\s*"(\w+)"/g,
    /\b(?:insert into|delete from|update)\s+(\w+)\s/g,
    /\brecord\(\{[^;]*?\btable:\s*"(\w+)"/g, // whose standard handlers write it
  ];
  /** Written from more than one place on purpose. */
  const shared: Readonly<Record<string, string>> = {
    files: "the kit removes those of a record that it removes",
    sessions: "the kit notes when a session was last used",
    companies: "set-up makes the first one, before there is anybody who could",
    users: "set-up, invitations and sign-in change what is theirs of a user",
    user_roles: "set-up gives the first user a role",
  };
  const writers = new Map<string, Set<string>>();
  for (const { path, code, texts } of product.filter((one) => /^src\/(?:modules|server)\//.test(one.path))) {
    // code leaves out templates that something is put into
    const written = [code, ...texts.filter(({ joined }) => joined).map(({ text }) => text)].join(";\n");
    const folder = path.startsWith("src/server/") ? "src/server" : path.split("/").slice(0, 4).join("/");
    for (const [, table = ""] of writes.flatMap((pattern) => [...written.matchAll(pattern)])) {
      if (/^(?:set|of|no|skip|only|cascade|now|key)$/.test(table)) continue;
      writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }
  }

  test("and other entities ask that folder's verbs", () => {
    const many = [...writers]
      .filter(([table, folders]) => folders.size > 1 && !shared[table])
      .map(([table, folders]) => `${table}: ${[...folders].join(", ")}`);
    expect(many).toEqual([]);
    expect(writers.size).toBeGreaterThan(5);
  });
});

describe("what a person reads goes through the language layer", () => {
  /** A picture of a printed form, hidden from readers and the same in each language. */
  const picture = "src/modules/site/paper/paper.web.tsx";
  const screens = sources("src/**/*.tsx").filter(({ path }) => !path.includes(".test.") && path !== picture);
  const word = String.raw`\p{L}{2,}`;
  /** Names, which are the same in every language. */
  const names = /^(?:Waybill|CSV|XLSX|GTIN|SKU|UTC|Ctrl|Esc|Enter|Cmd|Shift|Tab|Alt|kg|mm|⌘|Ctrl[+ ]K)$/u;

  test("no text stands bare between tags", () => {
    const found = screens.flatMap(({ path, code }) => {
      const outside = code.replace(/<(Trans|Plural|SelectOrdinal|style|kbd|code)\b[^]*?<\/\1>/g, "");
      const texts = outside.matchAll(
        new RegExp(
          String.raw`<[A-Za-z][\w.]*(?:\s(?:[^<>{}]|\{[^{}]*\}|=>)*)?>\s*([^<>{}]*${word}[^<>{}]*?)\s*<\/`,
          "gu",
        ),
      );
      return [...texts]
        .map(([, text = ""]) => text)
        .filter((text) => !names.test(text.trim()) && !/[;=()]/.test(text))
        .map((text) => `${path}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  test("no label, title or placeholder is a bare text", () => {
    const found = screens.flatMap(({ path, code }) =>
      [
        ...code.matchAll(
          new RegExp(
            String.raw`\s(?:title|label|placeholder|aria-label|description|alt)=(?:\{?)"([^"]*${word}[^"]*)"`,
            "gu",
          ),
        ),
      ].map(([, text = ""]) => `${path}: ${text}`),
    );
    const isKey = /: [a-z]+(?:[A-Z][a-z]*)*$/; // title="name" names a field
    expect(found.filter((one) => !names.test(one.split(": ")[1] ?? "") && !isKey.test(one))).toEqual([]);
  });
});

/** Forms that Enter sends: nothing is chosen in them by it, and they say what is asked for in one or two fields. */
const sentByEnter: Readonly<Record<string, string>> = {
  "src/modules/account/profile/password-form.web.tsx": "passwords",
  "src/modules/account/registration/pages/register-confirm-page.web.tsx": "one button",
  "src/modules/account/registration/pages/register-form.web.tsx": "name, address and password",
  "src/modules/account/second-factor/fields/authenticator-form.web.tsx": "a code",
  "src/modules/account/sign-in-pages/change-password-page.web.tsx": "passwords",
  "src/modules/account/sign-in-pages/login-page.web.tsx": "address and password",
  "src/modules/account/sign-in-pages/reset-password-page.web.tsx": "an address",
  "src/modules/account/sign-in-pages/sign-in-steps.web.tsx": "a code",
  "src/modules/account/sign-in-pages/token-form.web.tsx": "passwords",
  "src/modules/fleet/driver-phone/phone-form.web.tsx": "a phone, whose keyboard has a key that sends",
  "src/modules/warehouse/receipts/counting/lines-pane.web.tsx": "a scanner, which ends a code with Enter",
};

test("a form takes the keys of all forms: Ctrl+Enter sends it, Enter alone does not", () => {
  const withForms = sources("src/{web,modules}/**/*.tsx").flatMap(({ path, code }) => {
    const forms = code.match(/\bas="form"|<form\b/g)?.length ?? 0;
    const keys = code.match(/onKeyDown=\{handleFormKeys\}/g)?.length ?? 0;
    return forms > 0 ? [{ path, isSentByEnter: keys < forms }] : [];
  });
  expect(withForms.length).toBeGreaterThan(20);
  const found = withForms.filter(({ isSentByEnter }) => isSentByEnter).map(({ path }) => path);
  expect(found).toEqual(Object.keys(sentByEnter).toSorted());
});

/** Forms that keep nothing of what is typed in them, and why. */
const keepsNothing: Readonly<Record<string, string>> = {
  "src/modules/account/profile/password-form.web.tsx": "passwords are kept nowhere",
  "src/modules/account/registration/pages/register-confirm-page.web.tsx": "one button",
  "src/modules/account/registration/pages/register-form.web.tsx":
    "a password, and nobody is signed in whose it would be",
  "src/modules/account/second-factor/fields/authenticator-form.web.tsx": "a code is kept nowhere",
  "src/modules/account/sign-in-pages/change-password-page.web.tsx": "passwords are kept nowhere",
  "src/modules/account/sign-in-pages/login-page.web.tsx": "passwords are kept nowhere",
  "src/modules/account/sign-in-pages/reset-password-page.web.tsx": "an address, before anybody is signed in",
  "src/modules/account/sign-in-pages/sign-in-steps.web.tsx": "a code is kept nowhere",
  "src/modules/account/sign-in-pages/token-form.web.tsx": "passwords are kept nowhere",
  "src/modules/fleet/driver-phone/phone-form.web.tsx": "kept by the phone, beside what waits to be sent",
  "src/modules/warehouse/delivery-schedules/floor/dock-dialog.web.tsx": "a door and times, nothing that is written",
  "src/modules/warehouse/receipts/counting/lines-pane.web.tsx": "a scanned code; counts are kept with the receipt",
};

test("a form keeps what is typed in it until it is sent", () => {
  const withForms = sources("src/{web,modules}/**/*.tsx").filter(({ code }) =>
    /\bas="form"|<form\b|\buseFieldsForm\(/.test(code),
  );
  expect(withForms.length).toBeGreaterThan(20);
  const found = withForms.filter(({ code }) => !/\buseDraft(?:Saving)?\b/.test(code)).map(({ path }) => path);
  expect(found).toEqual(Object.keys(keepsNothing).toSorted());
});

/** What words dates in a way of its own, and why; all else takes `useFormat`, so that a date looks alike everywhere. */
const datesOfTheirOwn: Readonly<Record<string, string>> = {
  "src/modules/fleet/trips/timeline/week/week.web.tsx": "the heads of seven columns",
  "src/modules/fleet/vehicles/papers/paper-lines.web.ts": "the months of an axis",
  "src/modules/settings/audit/audit-time.web.tsx": "to the second, for whoever looks into what happened",
  "src/modules/settings/locations/weekdays.web.ts": "the days of a week, which are no dates",
};

test("dates are worded in one way", () => {
  const found = sources("src/modules/**/*.web.{ts,tsx}")
    .filter(({ code }) =>
      /DateTimeFormat\((?!\)\.resolvedOptions)|toLocale(?:Date|Time)String\((?!"sv")|type="(?:date|time|datetime-local)"/.test(
        code,
      ),
    )
    .map(({ path }) => path);
  expect(found).toEqual(Object.keys(datesOfTheirOwn).toSorted());
});

test("a screen takes what it follows from the contract of what it asks", () => {
  const lists = sources("src/modules/**/*.web.{ts,tsx}").filter(({ bare }) => /\bfollows\??: *\[/.test(bare));
  expect(lists.map(({ path }) => path)).toEqual([]);
});
