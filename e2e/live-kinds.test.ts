import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import type { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { untilIdle } from "#main/testing/browser.ts";
import { ownDemo, type DemoProduct } from "#main/testing/demo.ts";
import { saved } from "#main/testing/records/orders.ts";
import { allScreens, openLook, visit } from "#main/testing/screens.ts";
import type { Body, Client } from "#main/testing/test-app.ts";
import { modules } from "#main/modules.ts";

/*
 * What somebody else writes is seen without a reload: for every kind of record that has a list of its own and is written by a
 * form. Kinds that only steps change are looked at where their steps are.
 */

interface Kind {
  readonly list: RouteShape;
  readonly update: RouteShape & { readonly body: z.ZodObject };
  readonly screen: string;
}

/** The part of a list whose records may be written again. */
const writable: Readonly<Record<string, string>> = {
  "/api/fleet/deliveries": "?status=unassigned",
  "/api/fleet/documents": "?status=pending",
  "/api/warehouse/purchase-orders": "?status=draft",
};

const kinds = modules.served.flatMap(({ contract }): Kind[] => {
  const { list, update } = contract as Readonly<Record<string, RouteShape | undefined>>;
  const screen = allScreens.find(({ path, find }) => `/api${path}` === list?.path || find?.from === list?.path);
  const isHere = list?.path !== "/api/warehouse/delivery-schedules"; // dock-board.test.ts changes them
  return list && update?.body && screen && isHere
    ? [{ list, update: update as Kind["update"], screen: screen.path }]
    : [];
});

let demo: DemoProduct;
let page: Page;
let other: Client;
/** The one who runs the installation, and with it the companies. */
let owner: Client;
beforeAll(async () => {
  demo = await ownDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
  [other, owner] = [await demo.as("admin"), await demo.as("super")];
});
afterAll(() => demo.close());

/** Fields of texts that people write, the best known first. */
const texts = [
  "name",
  "legalName",
  "lastName",
  "label",
  "title",
  "model",
  "notes",
  "internalNotes",
  "description",
  "reference",
];

/** Writes a record again with another word in it. */
async function change({ list, update }: Kind, id: string): Promise<Body> {
  const by = update.scope === "installation" ? owner : other;
  const record = await saved(by.get(`${list.path}/${id}`));
  const names = Object.keys(update.body.shape);
  const name = texts.find((one) => names.includes(one));
  if (name === undefined) throw new Error(`${list.path} has no text that is written.`);
  const input = Object.fromEntries(names.flatMap((one) => (one in record ? [[one, record[one]]] : [])));
  return saved(by.put(`${list.path}/${id}`, { ...input, [name]: `${String(record[name] ?? "")} again`.trim() }));
}

test("nearly every kind is among them", () => expect(kinds.length).toBeGreaterThan(20));

describe.each(kinds.map((kind) => [kind.screen, kind] as const))("%s", (screen, kind) => {
  test("asks for what somebody else has changed, without a reload", async () => {
    onTestFailed(async () => {
      await page.screenshot({ path: `test-results/live-kinds-${screen.replaceAll("/", "-")}.png` });
    });
    const query = writable[kind.list.path] ?? "";
    await visit(page, `${demo.base}${screen}${query}`);
    await untilIdle(page);
    const [first] = (await saved(owner.get(`${kind.list.path}${query}${query ? "&" : "?"}limit=1`))).items;
    const [asked] = await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname === kind.list.path),
      change(kind, String(first?.id)),
    ]);
    expect(new URL(asked.url()).pathname).toBe(kind.list.path);
  });
});
