import { asSuper, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { pixel } from "../files/pictures.ts";
import { saved } from "./orders.ts";
import { inHours } from "./trips.ts";

export const fleetDeliveriesPath = "/api/fleet/deliveries";

/** A delivery of two lines to an address of nobody else, in a window that begins so many hours from now. */
export const fleetDeliveryBody = (from = 25, over: object = {}) => ({
  consigneeName: "Bakkerij Van Dael",
  contactPhone: "+31 76 555 0199",
  address: `Markt ${Math.trunc(performance.now() * 1000)}, Breda`,
  windowStart: inHours(from),
  windowEnd: inHours(from + 2),
  lines: [
    { description: "Flour, 25 kg bag", unit: "XBG", plannedQuantity: "12" },
    { description: "Yeast", unit: "KGM", plannedQuantity: "2.5" },
  ],
  ...over,
});

export const aFleetDelivery = async (testApp: TestApp, over: object = {}): Promise<Body> =>
  saved((await testApp.as("DISPATCHER")).post(fleetDeliveriesPath, fleetDeliveryBody(25, over)));

/** A picture of one pixel, attached to a delivery. */
export async function uploadPicture(client: Client, deliveryId: string, name = "photo.png"): Promise<Body> {
  const head = `--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return saved(
    client.send(
      "POST",
      `/api/files?entity=delivery&entityId=${deliveryId}`,
      Buffer.concat([Buffer.from(head), pixel, Buffer.from("\r\n--part--\r\n")]),
      { "content-type": "multipart/form-data; boundary=part" },
    ),
  );
}

/** Sets how long ago a delivery was over, for what waits a year. */
export const wasOver = (testApp: TestApp, id: string, days: number) =>
  asSuper(
    testApp,
    `update fleet_deliveries set outcome_at = now() - make_interval(days => $2),
      window_start = now() - make_interval(days => $2 + 1), window_end = now() - make_interval(days => $2) where id = $1`,
    [id, days],
  );
