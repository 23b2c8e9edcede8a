import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { changeProduct, offered, offerOf, productsPath } from "#main/testing/records/offers.ts";
import {
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

describe("prices and units of an order", () => {
  let testApp: TestApp;
  let admin: Client;
  let buyer: Client;
  let context: OrderRecords;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("SUPER_ADMIN");
    buyer = await testApp.as("BUYER");
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    context = await orderRecords(admin, { products: 1 });
  });

  const productId = () => context.products[0]?.id ?? "";
  const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
  const line = (over: Record<string, unknown>) => ({
    productId: productId(),
    orderedQty: "5",
    uom: "XCT",
    qtyPerUom: "12",
    unitPrice: "120",
    ...over,
  });
  const unsaid = () =>
    asSuper(testApp, "update product_vendors set unit_confirmed_at = null where product_id = $1", [productId()]);
  const isConfirmed = async () =>
    ((await saved(buyer.get(`${productsPath}/${productId()}`)))["vendors"] as { isUnitConfirmed: boolean }[])[0]
      ?.isUnitConfirmed;
  const propose = (order: Body, answer: Record<string, unknown>) =>
    buyer.post(`${ordersPath}/${order.id}/propose`, {
      name: "Anke Lührs",
      lines: [{ itemId: order.items[0]?.id, answer: "change", ...answer }],
    });

  describe("what the grid is offered", () => {
    test("a price per piece stays a price per piece, whatever pack the product is ordered in", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      expect(await offered(buyer, context, 0)).toMatchObject({
        uom: "EA",
        qtyPerUom: "1",
        unitPrice: "10",
        offer: { unitPrice: "10", uom: "EA", qtyPerUom: "1", isUnitConfirmed: true },
        isPriceRounded: false,
      });
    });

    test("a price per piece from a vendor who takes orders in cartons is twelve times that for a carton of 12", async () => {
      await offerOf(buyer, context, 0, {
        unitPrice: "10",
        priceUom: "EA",
        packageUom: "XCT",
        qtyPerUom: "12",
        minOrderQty: "2",
      });
      expect(await offered(buyer, context, 0)).toMatchObject({
        uom: "XCT",
        qtyPerUom: "12",
        unitPrice: "120",
        minOrderQty: "2",
        offer: { unitPrice: "10", uom: "EA" },
      });
    });

    test("a price that does not divide evenly stays in the offer's unit, and what is ordered at least comes along", async () => {
      await offerOf(buyer, context, 0, {
        unitPrice: "100",
        priceUom: "XPX",
        priceQtyPerUom: "480",
        packageUom: "XCT",
        qtyPerUom: "7",
        minOrderQty: "10",
      });
      expect(await offered(buyer, context, 0)).toMatchObject({
        uom: "XPX",
        qtyPerUom: "480",
        unitPrice: "100",
        isPriceRounded: false,
        minOrderQty: "0.145834",
      });
    });

    test("a price per 100 pieces is offered per piece, and says where it had to be rounded", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "12.35", priceUom: "EA", priceQtyPerUom: "100" }, []);
      expect(await offered(buyer, context, 0)).toMatchObject({ uom: "EA", unitPrice: "0.1235", isPriceRounded: false });
      await offerOf(buyer, context, 0, { unitPrice: "1", priceUom: "EA", priceQtyPerUom: "3" }, []);
      expect(await offered(buyer, context, 0)).toMatchObject({
        uom: "EA",
        unitPrice: "0.333333",
        isPriceRounded: true,
      });
    });
  });

  describe("a line", () => {
    test("keeps the price that is stated for its unit: the server converts nothing behind anybody's back", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      const order = await saved(buyer.post(ordersPath, orderBody(context, { items: [line({ unitPrice: "99" })] })));
      expect(order).toMatchObject({ total: "495", items: [{ uom: "XCT", qtyPerUom: "12", unitPrice: "99" }] });
      const [item] = order.items;
      const changed = await saved(
        buyer.put(`${ordersPath}/${order.id}`, {
          ...orderBody(context, { items: [line({ id: item?.id, uom: "EA", qtyPerUom: "1", unitPrice: "99" })] }),
          version: order.version,
        }),
      );
      expect(changed).toMatchObject({ total: "495", items: [{ uom: "EA", unitPrice: "99" }] });
      const { items } = await saved(buyer.get(`${ordersPath}/${order.id}/history`));
      expect(items[0]).toMatchObject({
        changes: { "items.1.price": { from: "99 per carton of 12", to: "99 per piece" } },
      });
    });

    test("brings the packs that it could be in now, and keeps its own when the product's carton becomes one of 10", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA", packageUom: "XPX", qtyPerUom: "480" });
      const { id } = await saved(buyer.post(ordersPath, orderBody(context, { items: [line({})] })));
      expect((await read(id)).items[0]).toMatchObject({
        packages: [
          { uom: "XCT", qtyPerUom: "12" },
          { uom: "XPX", qtyPerUom: "480" },
        ],
      });
      await saved(changeProduct(buyer, productId(), { packages: [{ uom: "XCT", quantityInBase: "10" }] }));
      expect(await read(id)).toMatchObject({
        total: "600",
        items: [{ qtyPerUom: "12", orderedBaseQty: "60", packages: [{ uom: "XCT", qtyPerUom: "10" }, { uom: "XPX" }] }],
      });
    });

    test("at an offer's price, in its unit or converted, says that nobody has confirmed that unit; at another price it does not", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      await unsaid();
      const items = [line({}), line({ uom: "EA", qtyPerUom: "1", unitPrice: "10" }), line({ unitPrice: "119" })];
      const { id } = await saved(buyer.post(ordersPath, orderBody(context, { items })));
      expect((await read(id)).items.map((item) => item["isPriceUnitOpen"])).toEqual([true, true, false]);
    });
  });

  describe("the vendor's word", () => {
    test("a confirmed line at the offer's price confirms what that price is for, and the product's history says so", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      await unsaid();
      const order = await sentOrder(buyer, context, { items: [line({})] });
      expect(order.items[0]).toMatchObject({ isPriceUnitOpen: true });
      await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
      expect(await isConfirmed()).toBe(true);
      expect((await read(order.id)).items[0]).toMatchObject({ isPriceUnitOpen: false });
      const { items } = await saved(buyer.get(`${productsPath}/${productId()}/history`));
      expect(items[0]).toMatchObject({
        step: "priceUnitConfirmed",
        changes: { price: { to: "10 EUR per piece" } },
      });
    });

    test("a line at another price confirms nothing of the offer, nor does one that they cannot supply", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      await unsaid();
      const order = await sentOrder(buyer, context, { items: [line({ unitPrice: "10" })] });
      await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
      const other = await sentOrder(buyer, context, { items: [line({}), line({ unitPrice: "99" })] });
      const [first, second] = other.items;
      await step(buyer, other.id, "propose", {
        name: "Anke Lührs",
        lines: [
          { itemId: first?.id, answer: "reject" },
          { itemId: second?.id, answer: "accept" },
        ],
      });
      await step(buyer, other.id, "accept-proposal", { next: "confirmed" });
      expect(await isConfirmed()).toBe(false);
    });

    test("a price that they propose per piece is shown as they wrote it and in the unit of the line, and is that much money", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      const order = await sentOrder(buyer, context, { items: [line({})] });
      await saved(propose(order, { unitPrice: "10.50", priceUom: "EA" }));
      const asked = await read(order.id);
      expect(asked["proposal"]).toMatchObject({
        offeredTotal: "630",
        lines: [
          {
            uom: "XCT",
            qtyPerUom: "12",
            asked: { unitPrice: "120" },
            offered: {
              unitPrice: "126",
              written: { unitPrice: "10.5", uom: "EA", qtyPerUom: "1", isRounded: false },
            },
          },
        ],
      });
      expect(await step(buyer, order.id, "accept-proposal")).toMatchObject({
        total: "630",
        items: [{ uom: "XCT", unitPrice: "126" }],
      });
    });

    test("a proposed price that does not divide evenly says that it is rounded, and the same money is no change", async () => {
      const order = await sentOrder(buyer, context, {
        items: [line({ uom: "EA", qtyPerUom: "1", orderedQty: "36", unitPrice: "10" })],
      });
      await saved(propose(order, { unitPrice: "100", priceUom: "XCT", priceQtyPerUom: "12" }));
      expect((await read(order.id))["proposal"]).toMatchObject({
        lines: [{ offered: { unitPrice: "8.333333", written: { unitPrice: "100", uom: "XCT", isRounded: true } } }],
      });
      const same = await sentOrder(buyer, context, { items: [line({})] });
      expect(await propose(same, { unitPrice: "10", priceUom: "EA" })).toMatchObject({
        status: 422,
        body: { code: "nothing_differs" },
      });
      expect(await propose(same, { unitPrice: "10", priceUom: "XPX" })).toMatchObject({
        status: 422,
        body: { fields: { "lines.0.priceQtyPerUom": "Say how much one pallet holds, counted in “piece”." } },
      });
    });

    test("their page says what each price is for, and what it could be for, in the company's words", async () => {
      await offerOf(buyer, context, 0, { unitPrice: "10", priceUom: "EA" });
      await saved(admin.post("/api/settings/reference-lists/quantity_types", { code: "XBD", label: "Board" }));
      const order = await sentOrder(buyer, context, { items: [line({})] });
      expect(await saved(buyer.get(`/api/links/purchase-orders/${order.id}`))).toMatchObject({
        unitNames: [{ code: "XBD", label: "Board" }],
        items: [
          { uom: "XCT", qtyPerUom: "12", baseUom: "EA", unitPrice: "120", packages: [{ uom: "XCT", qtyPerUom: "12" }] },
        ],
      });
      expect((await saved(buyer.get("/api/auth/users/me")))["unitNames"]).toEqual([{ code: "XBD", label: "Board" }]);
    });
  });

  test("an amended order states the price of its new unit, and the vendor is asked again", async () => {
    const order = await sentOrder(buyer, context, { items: [line({})] });
    const amended = await step(buyer, order.id, "amend", {
      reason: "By the piece",
      items: [line({ id: order.items[0]?.id, orderedQty: "60", uom: "EA", qtyPerUom: "1", unitPrice: "10" })],
    });
    expect(amended).toMatchObject({ revision: 2, total: "600", items: [{ uom: "EA", unitPrice: "10" }] });
  });

  test("half a piece is neither ordered nor proposed; half a carton is, where that is whole pieces", async () => {
    const half = (over: Record<string, unknown>) => buyer.post(ordersPath, orderBody(context, { items: [line(over)] }));
    const refused = { status: 422, body: { fields: { "items.0.orderedQty": "This is counted in whole pieces." } } };
    expect(await half({ uom: "EA", qtyPerUom: "1", orderedQty: "2.5" })).toMatchObject(refused);
    expect(await half({ qtyPerUom: "3", orderedQty: "0.5" })).toMatchObject(refused);
    await saved(half({ qtyPerUom: "12", orderedQty: "0.5" }));
    const order = await sentOrder(buyer, context, { items: [line({ uom: "EA", qtyPerUom: "1" })] });
    expect(await propose(order, { qty: "2.5" })).toMatchObject({
      status: 422,
      body: { fields: { "lines.0.qty": "This is counted in whole pieces." } },
    });
    context = await orderRecords(admin, { products: 1 });
    await saved(changeProduct(buyer, productId(), { baseUom: "KGM" }));
    await saved(half({ uom: "KGM", qtyPerUom: "1", orderedQty: "2.5" }));
  });
});
