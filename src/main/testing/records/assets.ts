import { randomInt, randomUUID } from "node:crypto";
import { containerCheckDigit } from "#modules/fleet/assets/container-no.ts";
import type { Body, Client } from "#main/testing/test-app.ts";
import { saved } from "./orders.ts";

export const assetsPath = "/api/fleet/assets";

/** The id of the asset type with that code, of those that companies begin with. */
export async function assetTypeId(client: Client, code: string): Promise<string> {
  const { items } = await saved(client.get(`/api/settings/asset-types?q=${code}`));
  const type = items.find((one) => one["code"] === code);
  if (!type) throw new Error(`no asset type ${code}`);
  return type.id;
}

/** The id of a yard of the client's company; it is made where there is none. */
export async function aYard(admin: Client): Promise<string> {
  const { items } = await saved(admin.get("/api/settings/locations?limit=1"));
  if (items[0]) return items[0].id;
  const yard = { code: "YARD", name: "Yard", kind: "yard", timezone: "Europe/Amsterdam" };
  return (await saved(admin.post("/api/settings/locations", yard))).id;
}

/** A number of a container that fits its check digit. */
export function aContainerNo(): string {
  const number = `WAYU${String(randomInt(1_000_000)).padStart(6, "0")}`;
  return number + containerCheckDigit(number);
}

/** The body of a trailer at a location. */
export async function assetBody(client: Client, locationId: string, over: Record<string, unknown> = {}) {
  return {
    assetNo: `TR-${randomUUID().slice(0, 8).toUpperCase()}`,
    typeId: await assetTypeId(client, "CURTAIN"),
    locationId,
    ...over,
  };
}

export const anAsset = async (client: Client, locationId: string, over: Record<string, unknown> = {}): Promise<Body> =>
  saved(client.post(assetsPath, await assetBody(client, locationId, over)));
