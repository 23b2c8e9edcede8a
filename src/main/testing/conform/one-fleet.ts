import type { Client } from "#main/testing/test-app.ts";
import { assetsPath } from "../records/assets.ts";
import { fleetDeliveriesPath, fleetDeliveryBody } from "../records/fleet-deliveries.ts";
import { saved } from "../records/orders.ts";
import { planOf } from "../records/trip-plans.ts";
import { inHours, tripBody, tripsPath } from "../records/trips.ts";

interface Fleet {
  readonly admin: Client;
  readonly tag: string;
  readonly locationId: string;
  readonly vehicleId: string;
  readonly driverId: string;
}

/** What a fleet carries: goods, what they are carried in, deliveries that wait, are planned, on the road and brought. */
export async function oneOfTheFleet({ admin, tag, locationId, vehicleId, driverId }: Fleet): Promise<void> {
  const commodity = await saved(
    admin.post("/api/fleet/asset-commodities", {
      code: `G-${tag}`,
      name: `Goods ${tag}`,
      quantityType: "EA",
      unitWeightKg: "10",
      hsCode: "290511",
      unNumber: "UN1230",
      hazardClass: "3",
      packingGroup: "II",
    }),
  );
  const type = { code: `AT-${tag}`, name: `Trailer ${tag}`, kind: "trailer", allowsCommodities: true };
  const { id: typeId } = await saved(admin.post("/api/settings/asset-types", type));
  const asset = await saved(admin.post(assetsPath, { assetNo: `A-${tag}`, typeId, locationId }));
  await saved(
    admin.post("/api/fleet/asset-loads", {
      assetId: asset.id,
      commodityId: commodity.id,
      quantity: "12",
      loadedAt: inHours(-5),
    }),
  );
  // Which proofs are asked for by default may have been set meanwhile, and a code, of which own locations need none.
  const ours = { proofsRequired: [], locationId, address: null };
  const deliver = (over: object = {}) =>
    saved(admin.post(fleetDeliveriesPath, fleetDeliveryBody(25, { ...ours, ...over })));
  await deliver();
  await saved(admin.post(`${fleetDeliveriesPath}/${(await deliver()).id}/cancel`, { reason: "ordered twice" }));
  await saved(admin.post(`${tripsPath}/plan`, planOf([await deliver(), await deliver()], 40, { vehicleId, driverId })));

  const { id: tripId } = await saved(admin.post(tripsPath, tripBody(60, 4, { vehicleId, driverId })));
  const [brought, onBoard] = [await deliver(), await deliver({ proofsRequired: ["signature"] })];
  for (const { id } of [brought, onBoard]) await saved(admin.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId }));
  await saved(admin.post(`${tripsPath}/${tripId}/plan`));
  const driven = { startedAt: inHours(-1), reason: "left before it was planned" };
  await saved(admin.post(`${tripsPath}/${tripId}/record-driven`, driven));
  await saved(admin.post(`${fleetDeliveriesPath}/${brought.id}/deliver`, {}));
}
