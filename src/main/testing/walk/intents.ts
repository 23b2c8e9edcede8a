import { purchaseOrderFlow } from "#modules/warehouse/purchase-orders/purchase-orders.flow.ts";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import { inDays, ordersPath } from "#main/testing/records/orders.ts";
import { clientByLink } from "#main/testing/records/people.ts";
import type { Body, Client } from "#main/testing/test-app.ts";
import type { Chance } from "./chance.ts";
import type { Person, Walker } from "./walker.ts";

const reason = "By the walk";
const isOver = ({ status }: Body) => ["received", "short_closed", "rejected_by_vendor", "cancelled"].includes(status);

function aLine({ chance, ground }: Walker): Record<string, unknown> {
  const product = chance.one(ground.products);
  const isPack = product.pack > 1 && chance.of(0.6);
  return {
    productId: product.id,
    orderedQty: String(1 + chance.below(12)),
    uom: isPack ? "XCT" : "EA",
    qtyPerUom: isPack ? String(product.pack) : "1",
    unitPrice: chance.one(["1", "2.5", "7.25", "20"]),
  };
}

/** A new order; most of them go out at once, for what happens after that is what the walk is about. */
export async function writeOrder(walker: Walker): Promise<void> {
  const { chance, ground } = walker;
  const { buyer } = ground.people;
  const yard = chance.of(0.9) ? ground.yards[0] : ground.yards[1];
  const items = Array.from({ length: 1 + chance.below(3) }, () => aLine(walker));
  const requestedDate = inDays(1 + chance.below(10));
  const body = { vendorId: ground.vendorId, shipToLocationId: yard?.locationId, requestedDate, items };
  const answer = await buyer.post(ordersPath, body);
  const told = { step: `buyer writes ${JSON.stringify(items)}`, answer };
  walker.tell(told, "write");
  if (answer.status !== 200) return walker.fault("an order that cannot be written", told);
  walker.keep(walker.orders, answer.body.id);
  await walker.judgeOrders([answer.body.id], told);
  for (const name of chance.of(0.8) ? ["submit", "send"] : []) {
    const order = await walker.read(ordersPath, answer.body.id, buyer);
    if ((order["steps"] as string[]).includes(name)) await take(walker, order, "buyer", name, buyer, true);
  }
}

/** A step of an order, by somebody of the company or by the vendor's link. */
export async function orderStep(walker: Walker): Promise<void> {
  const { chance } = walker;
  const id = chance.one(walker.orders);
  const person = chance.one<Person>(["buyer", "buyer", "buyer", "approver", "vendor", "vendor", "admin", "receiver"]);
  if (person === "vendor") return vendorStep(walker, id);
  const order = await walker.read(ordersPath, id, walker.client(person));
  const { name, offered } = walker.stepOf(order, Object.keys(purchaseOrderFlow.steps));
  // They end most of what could happen, so they are rarer than the others.
  if (["hold", "cancel", "close", "shortCloseLine", "decline"].includes(name) && chance.of(0.6)) return;
  await take(walker, order, person, name, walker.client(person), offered);
}

/** By the link of the revision that was mailed last, sometimes of the one before. */
async function vendorStep(walker: Walker, id: string): Promise<void> {
  const { chance } = walker;
  const order = await walker.read(ordersPath, id);
  const revision = Number(order["revision"]) - (chance.of(0.1) ? 1 : 0);
  const link = { purpose: "po.respond", subjectId: id, subjectRevision: revision };
  const client = await clientByLink(walker.testApp, link);
  const page = await client.get(`/api/links/purchase-orders/${id}`);
  const name = chance.one(["confirm", "confirm", "propose", "decline"]);
  if (name === "decline" && chance.of(0.7)) return;
  const may = page.status === 200 ? page.body : null;
  const answers = may?.["mayAnswer"] === true || (name === "propose" && may?.["mayPropose"] === true);
  // An answer that waits is taken back by whoever still has a link.
  const mayWithdraw = name === "decline" && order.status === "change_proposed";
  const offered = (answers || mayWithdraw) && (order["steps"] as string[]).includes(name);
  await take(walker, order, "vendor", name, client, offered);
}

async function take(
  walker: Walker,
  order: Body,
  person: Person,
  name: string,
  client: Client,
  offered: boolean,
): Promise<void> {
  const body = orderBody(walker, order, name);
  const told = await walker.take(order, person, name, { path: ordersPath, client, body, offered });
  const { answer } = told;
  if (answer.status === 200) {
    // What the vendor offered counts as their word, also where it has all come already and the order closes at once.
    const isConfirmed = name === "confirm" || (name === "acceptProposal" && body["next"] === "confirmed");
    if (isConfirmed) walker.oracle.tellConfirmed(order.id, true);
    // Asked anew: nobody has confirmed that revision.
    if (answer.body.status === "sent") walker.oracle.tellConfirmed(order.id, false);
  }
  await walker.judgeOrders([order.id], told);
}

function orderBody(walker: Walker, order: Body, name: string): Record<string, unknown> {
  const { chance } = walker;
  const ending = { reason, isUnwanted: chance.of(0.3), onTheWay: chance.one([null, "cancel_it", "let_it_come"]) };
  const emptied = { onTheWay: chance.one([null, "cancel_it", "keep_it"]), keepReason: chance.one([null, "Kept"]) };
  const by = { name: "Anke Lührs" };
  const bodies: Record<string, () => Record<string, unknown>> = {
    confirm: () => ({ ...by, vendorReference: chance.one([null, "AB-1"]) }),
    decline: () => ({ ...by, reason }),
    propose: () => ({
      ...by,
      lines: order.items
        .filter((item) => !isOver(item))
        .map((item) => ({ itemId: item.id, ...answerTo(item, chance) })),
    }),
    acceptProposal: () => ({
      next: chance.one(["sent", "confirmed"]),
      ...(chance.of(0.5) ? decisionsOn(order, chance) : {}),
      ...emptied,
    }),
    amend: () => ({ reason, ...emptied, items: amended(walker, order) }),
    shortCloseLine: () => ({ itemId: chance.one(order.items).id, ...ending }),
    close: () => ending,
    ...Object.fromEntries(
      ["reject", "refuseProposal", "hold", "cancel", "reopen"].map((step) => [step, () => ({ reason })]),
    ),
  };
  return bodies[name]?.() ?? {};
}

/** A decision on each line of the proposal that waits, where one does. */
function decisionsOn(order: Body, chance: Chance): Record<string, unknown> {
  const proposal = order["proposal"] as { state: string; lines: readonly { itemId: string; answer: string }[] } | null;
  if (proposal?.state !== "pending") return {};
  const lines = proposal.lines
    .filter(({ answer }) => answer !== "accept")
    .map(({ itemId }) => {
      const decision = chance.one(["accept", "keep", "counter"]);
      return { itemId, decision, ...(decision === "counter" ? { qty: String(1 + chance.below(30)) } : {}) };
    });
  return { lines };
}

function answerTo(item: Body, chance: Chance): Record<string, unknown> {
  const answer = chance.one(["accept", "change", "change", "reject"]);
  if (answer !== "change") return { answer };
  const qty = String(Math.max(1, Math.floor(Number(item["orderedQty"])) + chance.below(5) - 2));
  return {
    answer,
    qty: chance.of(0.5) ? qty : null,
    date: chance.of(0.5) ? inDays(2 + chance.below(20)) : null,
    unitPrice: chance.of(0.3) ? chance.one(["1", "3", "9.5"]) : null,
  };
}

const asWritten = ["productId", "orderedQty", "uom", "qtyPerUom", "unitPrice", "requestedDate"];

function amended(walker: Walker, order: Body): unknown[] {
  const { chance } = walker;
  const kept = order.items
    .filter(() => !chance.of(0.12))
    .map((item) => ({
      id: item.id,
      ...Object.fromEntries(asWritten.map((key) => [key, item[key]])),
      ...(chance.of(0.5)
        ? { orderedQty: String(Math.max(1, Math.floor(Number(item["orderedQty"])) + chance.below(9) - 4)) }
        : {}),
      ...(chance.of(0.15) ? { requestedDate: inDays(1 + chance.below(20)) } : {}),
    }));
  return chance.of(0.25) || kept.length === 0 ? [...kept, aLine(walker)] : kept;
}

/** A dock for what is still to come; rarely for more, which is refused. */
export async function book(walker: Walker): Promise<void> {
  const { chance, ground } = walker;
  const person = chance.one<Person>(["docks", "docks", "docks", "buyer"]);
  const client = walker.client(person);
  const order = await walker.read(ordersPath, chance.one(walker.orders), client);
  if (!(order["abilities"] as string[]).includes("schedule")) return;
  const left = (item: Body) => Number((Number(item["openQty"]) - Number(item["scheduledQty"])).toFixed(6));
  const lines = order.items
    .filter((item) => left(item) > 0 && chance.of(0.8))
    .map((item) => {
      const part = chance.of(0.6) ? left(item) : Math.min(left(item), 1 + chance.below(5));
      return { purchaseOrderItemId: item.id, plannedQty: String(chance.of(0.04) ? left(item) + 1 : part) };
    });
  const yard = walker.yardOf(order);
  const isPast = person === "docks" && chance.of(0.3);
  const start = Date.now() + (isPast ? -3 : 24 + chance.below(24 * 20)) * 3_600_000;
  const quarter = (at: number) => new Date(Math.floor(at / 900_000) * 900_000).toISOString();
  const answer = await client.post(deliveriesPath, {
    locationId: yard?.locationId,
    vendorId: ground.vendorId,
    dockId: chance.one([null, ...(yard?.dockIds ?? [])]),
    plannedStart: quarter(start),
    plannedEnd: quarter(start + 3_600_000),
    ...(isPast ? { override: true } : {}),
    askParty: person === "docks" && chance.of(0.2) ? "vendor" : "none",
    lines,
  });
  const told = { step: `${person} books ${String(order["number"])} ${JSON.stringify(lines)}`, answer };
  walker.tell(told, "book");
  if (answer.status === 200) walker.keep(walker.deliveries, answer.body.id);
  await walker.judgeOrders([order.id], told);
}
