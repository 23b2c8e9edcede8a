import { aYard } from "#main/testing/records/docks.ts";
import { changeProduct } from "#main/testing/records/offers.ts";
import { orderRecords, saved } from "#main/testing/records/orders.ts";
import { asSuper, type TestApp } from "#main/testing/test-app.ts";
import { Chance } from "./chance.ts";
import { deliveryStep, issueStep, postReceipt, reverse } from "./facts.ts";
import { book, orderStep, writeOrder } from "./intents.ts";
import { Settled } from "./settled.ts";
import { Walker, type Ground } from "./walker.ts";

async function groundOf(testApp: TestApp): Promise<Ground> {
  const admin = await testApp.as("COMPANY_ADMIN");
  const { vendorId, products } = await orderRecords(admin, { vendor: { overReceiptPct: "10" }, products: 4 });
  const yards = [await aYard(admin, { docks: 3 }), await aYard(admin, { dock: { parallelCapacity: 2 } })];
  const packs = [1, 12, 6, 1];
  for (const [at, { id }] of products.entries())
    await saved(
      changeProduct(admin, id, {
        packages: packs[at] === 1 ? [] : [{ uom: "XCT", quantityInBase: String(packs[at]) }],
        trackingMode: at === 2 ? "lot" : "none",
        inspectionRequired: at === 3,
      }),
    );
  await asSuper(testApp, "update companies set po_approval_threshold = 250 where id = $1", [testApp.companies.a]);
  return {
    vendorId,
    yards,
    products: products.map(({ id }, at) => ({ id, lot: at === 2, pack: packs[at] ?? 1 })),
    people: {
      buyer: await testApp.as("BUYER"),
      approver: await testApp.as("WAREHOUSE_MANAGER"),
      docks: await testApp.as("DOCK_SUPERVISOR"),
      receiver: await testApp.as("RECEIVER"),
      admin,
    },
  };
}

const kinds = [
  [6, writeOrder],
  [40, orderStep],
  [12, book],
  [18, deliveryStep],
  [14, postReceipt],
  [4, reverse],
] as const;

/** One of the kinds of steps, each as often as it is written above; else one of an issue. */
async function turn(walker: Walker, settled: Settled): Promise<void> {
  let at = walker.chance.below(126);
  if (walker.orders.length < 6) return writeOrder(walker);
  for (const [weight, kind] of kinds) {
    if (at < weight) return kind(walker);
    at -= weight;
  }
  return issueStep(walker, settled);
}

export interface Walked {
  /** What went wrong first; empty where nothing did. */
  readonly faults: readonly string[];
  /** What was taken how often, of how many tries; and, where something went wrong, the last steps. */
  readonly figures: string;
  readonly story: string;
  readonly valid: number;
}

/** Several people walk at random over orders, deliveries, receipts and issues of company A, until so many steps were valid. */
export async function randomWalk(
  testApp: TestApp,
  { steps, seed }: { readonly steps: number; readonly seed: number },
): Promise<Walked> {
  const walker = new Walker(testApp, await groundOf(testApp), new Chance(seed));
  const settled = new Settled();
  await walker.walk(steps, 100, () => turn(walker, settled));
  const counts = [...walker.counts].map(([name, { taken, refused }]) => `${name} ${taken}/${taken + refused}`);
  return {
    faults: walker.faults,
    figures: `seed ${seed}: ${walker.valid} valid steps (${counts.toSorted().join(", ")})`,
    story: walker.faults.length > 0 ? walker.story() : "",
    valid: walker.valid,
  };
}
