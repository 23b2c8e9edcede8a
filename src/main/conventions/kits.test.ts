import { expect, test } from "vitest";
import { sources } from "#main/testing/sources.ts";
import { modules } from "../modules.ts";
import { platform } from "../testing/naming.ts";

/** The rooms that all records share. Permissions are named where their type is made, in shared. */
const kits = sources("src/{web,server,shared,ops}/**/*.{ts,tsx}").filter(
  ({ path }) => !path.includes(".test.") && !path.startsWith("src/shared/permissions/"),
);

/** The same word for something else: for what, and where: in these texts, or in a whole file. */
const others: Readonly<Record<string, { readonly [what: string]: RegExp | string }>> = {
  asset: { "the folder of what the browser loads": "src/server/http/web-files.ts" },
  delivery: { "a drawing of the menu": "src/web/shell/menu-icons.tsx" },
  document: {
    "the page in a browser": /\bdocument\.\w+|= document$|\.ownerDocument\b/gm,
    "a type of XML": "src/server/files/reading/xml.ts",
    "the folder of files, as it was always called": "src/server/files/disk-files.ts",
    "the folder of files in a backup": "src/ops/backup/backup.ts",
  },
  driver: { "what Kysely speaks to a database by": "src/server/db/kysely-over.ts" },
  issue: {
    "what Zod found wrong with a value": /\baddIssue\b|\bfieldsOfIssues\b|\berror\??\.issues\b/g,
    "what Zod found, in a sentence": "src/shared/contract/sentences.ts",
    "to give out a link": /\bissueLink\b/g,
  },
  location: {
    "the address of a page": /\b(?:use|latest|resolved)Location\b|\blocation\.\w+|\{ location \}/g,
    "the place of a device": /\bgeolocation\b/g,
  },
  product: {
    "Waybill itself":
      /\breadonly product: string;|\bproduct = settings\?\.product\b|settings\?\.product\b|\{product\}/g,
  },
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A kind of record by its names in code: `purchaseOrder`, `PurchaseOrders`, `purchase-order`, `purchase_orders`; its last word before another: `orderTotals`. */
function named(entity: string): RegExp {
  const words = entity.split("-");
  const camel = words.map((word, at) => (at === 0 ? word : capital(word))).join("");
  const many = (word: string) => `${word.replace(/y$/, "(?:y|ies)").replace(/(?<!\))$/, "s?")}(?![a-z])`;
  const last = words.length > 1 ? `|(?<![A-Za-z])${words.at(-1)}(?:Totals?|Numbers?|Lines?|Ids?)(?![a-z])` : "";
  return new RegExp(
    `(?<![A-Za-z])${many(camel)}|(?<![A-Z])${many(capital(camel))}|(?<![A-Za-z])(?:${many(entity)}|${many(words.join("_"))})${last}`,
    "g",
  );
}

test.each(modules.records.map(({ entity }) => entity).filter((entity) => !platform.has(entity)))(
  "no kit names %s, not by a variable and not in a sentence",
  (entity) => {
    const found = kits.flatMap(({ path, code }) => {
      const left = Object.values(others[entity] ?? {}).reduce<string>(
        (text, meant) => (meant === path ? "" : text.replaceAll(meant, "")),
        code,
      );
      return left
        .split("\n")
        .filter((line) => named(entity).test(line))
        .map((line) => `${path}: ${line.trim()}`);
    });
    expect(found).toEqual([]);
  },
);

test("the names are found in any way of writing them", () => {
  const says = (text: string) => named("purchase-order").test(text);
  for (const text of ["purchaseOrder", "PurchaseOrders", "aPurchaseOrder", "purchase_orders", '"purchase-order"'])
    expect(says(text), text).toBe(true);
  for (const text of ["orderTotals(", "lastPurchaseOrderId"]) expect(says(text), text).toBe(true);
  for (const text of ["orderBy", "inOrder", "ordered", "purchase"]) expect(says(text), text).toBe(false);
});

/** Lines of each kit, formatted and without tests: what it may have, and what it has to come down to. */
const budgets: Readonly<Record<string, { limit: number; goal: number }>> = {
  web: { limit: 11_553, goal: 9_000 },
};

test.each(Object.entries(budgets))("the %s kit grows no more", (kit, { limit, goal }) => {
  const files = kits.filter(({ path }) => path.startsWith(`src/${kit}/`));
  const lines = files.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
  console.log(`${lines} lines in src/${kit}, at most ${limit}, at the end ${goal}`);
  expect(lines).toBeLessThanOrEqual(limit);
});
