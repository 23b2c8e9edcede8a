import type { BrowserContext, Page } from "playwright";
import { untilIdle } from "#main/testing/browser.ts";
import type { ScreenEntry } from "#shared/contract/screens.ts";
import { modules } from "../modules.ts";
import { linkIn } from "./browser-app.ts";
import type { DemoProduct } from "./demo.ts";

/** Every screen of the console, as the modules have them. */
export const allScreens: readonly ScreenEntry[] = modules.all.flatMap(({ module }) => module.screens);

/** One page that is crawled. */
export interface CrawlTarget {
  /** The name of its picture. */
  readonly name: string;
  /** The path of its route: `/warehouse/vendors/details`. */
  readonly path: string;
  readonly title: RegExp;
  /** Someone who may see everything, or nobody. */
  readonly as: "super" | "visitor";
  /** Its address in the demo company, made from a real record or a mailed link where it takes one. */
  at(demo: DemoProduct): Promise<string>;
}

/**
 * A route of the calls whose first record a screen shows; for others it is that of the screen above: /warehouse/vendors
 * for /warehouse/vendors/details.
 */
const shows: Readonly<Record<string, string>> = {
  "/warehouse/purchase-orders/details": "/api/warehouse/purchase-orders?status=change_proposed",
  "/warehouse/purchase-orders/edit": "/api/warehouse/purchase-orders?status=draft",
  "/warehouse/delivery-schedules/docks/details": "/api/warehouse/docks",
  "/company-locations/details": "/api/settings/locations",
  "/settings/users/details": "/api/auth/users",
  "/settings/roles/details": "/api/auth/roles",
};

/** The same screens with something open, or in another state, that is worth a look of its own. */
const variants: readonly (Omit<CrawlTarget, "as" | "title" | "at"> & { query: string; from?: string })[] = [
  { name: "purchase-orders-none-match", path: "/warehouse/purchase-orders", query: "?q=nothing-is-called-so" },
  {
    name: "purchase-orders-closed",
    path: "/warehouse/purchase-orders/details",
    query: "?id=",
    from: "/api/warehouse/purchase-orders?status=closed",
  },
  {
    name: "purchase-orders-confirmed",
    path: "/warehouse/purchase-orders/details",
    query: "?id=",
    from: "/api/warehouse/purchase-orders?status=confirmed",
  },
  {
    name: "purchase-orders-amend",
    path: "/warehouse/purchase-orders/edit",
    query: "?id=",
    from: "/api/warehouse/purchase-orders?status=confirmed",
  },
  {
    name: "purchase-orders-absent",
    path: "/warehouse/purchase-orders/details",
    query: "?id=01890000-0000-7000-8000-000000000000",
  },
  { name: "api-call", path: "/settings/api", query: "#postWarehouseVendors" },
  { name: "audit-event", path: "/settings/audit", query: "?step=closed&id=", from: "/api/settings/audit?step=closed" },
  { name: "roles-chosen", path: "/settings/users/roles", query: "?role=BUYER" },
  { name: "user-access", path: "/settings/users", query: "?show=access&id=", from: "/api/auth/users" },
  { name: "vendors-new", path: "/warehouse/vendors", query: "?form=new" },
  { name: "asset-types-new", path: "/settings/asset-types", query: "?form=new" },
  { name: "reference-lists-states", path: "/settings/reference-lists", query: "?list=delivery_schedule_statuses" },
  { name: "reference-lists-values", path: "/settings/reference-lists", query: "?list=vehicle_health" },
  { name: "carriers-new", path: "/warehouse/carriers", query: "?form=new" },
  { name: "locations-map", path: "/company-locations", query: "?view=map" },
  {
    name: "receiving-delivery",
    path: "/warehouse/receiving",
    query: "?deliveryId=",
    from: "/api/warehouse/delivery-schedules?status=arrived,in_progress,completed",
  },
];

const secret = "A".repeat(43);
const publicTitles: readonly (readonly [address: string, title: string])[] = [
  ["/", ""],
  ["/login", "Sign in"],
  ["/register", "Register"],
  [`/register/confirm#t=${secret}`, "Confirm your address"],
  ["/reset-password", "Reset password"],
  [`/change-password#t=${secret}`, "Change password"],
  [`/accept-invite#t=${secret}`, "Invitation"],
  [`/set-up#t=${secret}`, "First start"],
  ["/unauthorized", "Not authorized"],
  ["/404", "Not found"],
  ["/500", "Server error"],
];

/** Every page that is crawled, in the order of the registers. */
export const crawlTargets: readonly CrawlTarget[] = [
  ...publicTitles.map(([address, title]): CrawlTarget => {
    const path = address.replace(/#.*/, "");
    return {
      name: path === "/" ? "welcome" : nameOf(path),
      path,
      title: new RegExp(`^Waybill${title && ` \\| ${title}`}$`),
      as: "visitor",
      at: async () => address,
    };
  }),
  {
    name: "po-link",
    path: "/po/$option/$purchaseOrderId",
    title: /^Waybill \| .*PO-/,
    as: "visitor",
    at: once("order", orderLink),
  },
  {
    name: "po-link--receipt",
    path: "/po/$option/$purchaseOrderId",
    title: /^Waybill \| .*PO-/,
    as: "visitor",
    at: (demo) => mailedLink(demo, "/po/receipt/"),
  },
  {
    name: "ds-link",
    path: "/ds/approve/$deliveryScheduleId",
    title: /^Waybill \| .+/,
    as: "visitor",
    at: once("delivery", deliveryLink),
  },
  {
    name: "fd-link",
    path: "/fd/follow/$fleetDeliveryId",
    title: /^Waybill \| .+/,
    as: "visitor",
    at: once("fleet-delivery", consigneeLink),
  },
  ...allScreens.map(({ path }): CrawlTarget => ({
    name: nameOf(path),
    path,
    title: titleOf(path),
    as: "super",
    at: (demo) => addressOf(demo, path),
  })),
  ...variants
    .filter(({ path }) => allScreens.some((screen) => screen.path === path))
    .map(({ name, path, query, from }): CrawlTarget => ({
      name: `${nameOf(path)}--${name}`,
      path,
      title: titleOf(path),
      as: "super",
      at: async (demo) => `${path}${query}${from ? await firstId(demo, from) : ""}`,
    })),
  {
    name: "not-found-in-the-shell",
    path: "/warehouse/nothing-here",
    title: /^Waybill \| /,
    as: "super",
    at: async () => "/warehouse/nothing-here",
  },
];

function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", ".");
}

/** Product, the first screen on the way, and the record or the screen itself (specification, section 2). */
function titleOf(path: string): RegExp {
  const above = allScreens
    .filter((screen) => screen.path === path || path.startsWith(`${screen.path}/`))
    .sort((a, b) => a.path.length - b.path.length);
  const [first = { title: "" }] = above;
  return above.length > 1 ? new RegExp(`^Waybill \\| ${first.title} \\| .+`) : /^Waybill \| .+/;
}

async function addressOf(demo: DemoProduct, path: string): Promise<string> {
  if (!/\/(?:details|edit)$/.test(path)) return path;
  return `${path}?id=${await firstId(demo, shows[path] ?? `/api${path.slice(0, path.lastIndexOf("/"))}`)}`;
}

const clients = new WeakMap<DemoProduct["app"], Map<string, ReturnType<DemoProduct["as"]>>>();

/** One session per account of the demo. */
function clientOf(demo: DemoProduct, account: string): ReturnType<DemoProduct["as"]> {
  const known = clients.get(demo.app) ?? new Map<string, ReturnType<DemoProduct["as"]>>();
  clients.set(demo.app, known);
  const client = known.get(account) ?? demo.as(account);
  known.set(account, client);
  return client;
}

interface Found {
  readonly id?: string;
  readonly userId?: string;
}

async function firstId(demo: DemoProduct, list: string): Promise<string> {
  const { status, text } = await (await clientOf(demo, "super")).get(list);
  if (status !== 200) throw new Error(`${list} answered ${status}: ${text}`);
  const reply = JSON.parse(text) as Found[] | { items: Found[] }; // what lists of the calls answer
  const [first] = Array.isArray(reply) ? reply : reply.items;
  const id = first?.id ?? first?.userId;
  if (!id) throw new Error(`${list} has no record to show`);
  return id;
}

const made = new WeakMap<DemoProduct["app"], Map<string, Promise<string>>>();

/** Of the files that share a demo, the first makes what a link leads to, and all use it. */
function once(name: string, make: (demo: DemoProduct) => Promise<string>): (demo: DemoProduct) => Promise<string> {
  return (demo) => {
    const known = made.get(demo.app) ?? new Map<string, Promise<string>>();
    made.set(demo.app, known);
    const address = known.get(name) ?? make(demo);
    known.set(name, address);
    return address;
  };
}

/** An approved order is sent; what its vendor got by mail is the address. */
async function orderLink(demo: DemoProduct): Promise<string> {
  const buyer = await clientOf(demo, "buyer");
  const { body } = await buyer.get("/api/warehouse/purchase-orders?status=approved");
  const [order] = body.items;
  const sent = await buyer.post(
    `/api/warehouse/purchase-orders/${order?.id}/send`,
    { version: order?.version },
    { "idempotency-key": "the-walk-sends-one-order" },
  );
  if (sent.status !== 200) throw new Error(`the order was not sent: ${sent.text}`);
  return mailedLink(demo, "/po/confirm/");
}

/** A vendor is asked for a delivery; the same for what it got. */
async function deliveryLink(demo: DemoProduct): Promise<string> {
  const docks = await clientOf(demo, "docks");
  const [location] = (await docks.get("/api/settings/locations")).body.items;
  const [vendor] = (await docks.get("/api/warehouse/vendors?status=active")).body.items;
  const start = Math.ceil(Date.now() / 3_600_000 + 24 * 9) * 3_600_000;
  const asked = {
    locationId: location?.id,
    vendorId: vendor?.id,
    plannedStart: new Date(start).toISOString(),
    plannedEnd: new Date(start + 3_600_000).toISOString(),
    askParty: "vendor",
    override: true,
  };
  const booked = await docks.post("/api/warehouse/delivery-schedules", asked, {
    "idempotency-key": "the-walk-books-one-delivery",
  });
  if (booked.status !== 200) throw new Error(`the delivery was not booked: ${booked.text}`);
  return mailedLink(demo, "/ds/");
}

/** A consignee is sent the link by which they follow their delivery. */
async function consigneeLink(demo: DemoProduct): Promise<string> {
  const dispatch = await clientOf(demo, "dispatcher");
  const path = "/api/fleet/deliveries";
  const start = Math.ceil(Date.now() / 3_600_000 + 24 * 3) * 3_600_000;
  const given = await dispatch.post(
    path,
    {
      consigneeName: "Brouwerij De Linde",
      consigneeEmail: "gate@delinde.example",
      address: "Haagweg 442, Breda",
      windowStart: new Date(start).toISOString(),
      windowEnd: new Date(start + 7_200_000).toISOString(),
      lines: [{ description: "Pilsner malt, 25 kg", unit: "XBG", plannedQuantity: "24" }],
    },
    { "idempotency-key": "the-walk-gives-one-delivery" },
  );
  const shared = await dispatch.post(`${path}/${given.body.id}/share`, undefined, {
    "idempotency-key": "the-walk-shares-one-delivery",
  });
  if (shared.status !== 200) throw new Error(`the delivery was not shared: ${given.text} ${shared.text}`);
  return mailedLink(demo, "/fd/follow/");
}

async function mailedLink(demo: DemoProduct, part: string): Promise<string> {
  const mail = await demo.arrival(({ text }) => text.includes(`${demo.base}${part}`), `with a link to ${part}`);
  return linkIn(mail).slice(demo.base.length);
}

/** How the walk looks: how wide, and in which colours. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: "light" | "dark";
}

/** A browser window of one person in one look: of an account of the demo, or of a visitor. */
export async function openLook(
  demo: DemoProduct,
  who: string,
  { width, height, scheme }: Look,
): Promise<BrowserContext> {
  const context = await demo.browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    hasTouch: width < 500,
  });
  // The event tells of violations that the console is silent about, e.g. compiling of code.
  await context.addInitScript(
    'document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => ' +
      "console.error(`Content Security Policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`))",
  );
  if (who !== "visitor") {
    const client = await clientOf(demo, who);
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: demo.base })));
  }
  return context;
}

/** Goes there and waits until the screen stands, with its letters drawn as they will stay. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto("about:blank"); // an address that differs behind its # only is another visit too
  await page.goto(address, { waitUntil: "load" });
  await untilIdle(page);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
}

/** The same from one screen to another, as a link goes there: without loading the program again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate", { state: history.state }))`,
  );
  await untilIdle(page);
}
