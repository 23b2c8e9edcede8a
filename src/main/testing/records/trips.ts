import type { Answer, Body, Client, TestApp } from "#main/testing/test-app.ts";
import { aDriver, aDriverAtWork, aLicence, driversPath } from "./drivers.ts";
import { decide, saved } from "./orders.ts";
import { aVehicle } from "./vehicles.ts";

export const tripsPath = "/api/fleet/trips";
export const stopsPath = "/api/fleet/trip-stops";

/** A moment so many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A trip of two stops, from so many hours on and for so many. */
export const tripBody = (from: number, hours = 4, over: object = {}) => ({
  plannedStart: inHours(from),
  plannedEnd: inHours(from + hours),
  stops: [
    { kind: "pickup" as const, name: "Depot", address: "Kade 1, Tilburg", plannedArrival: inHours(from + hours / 8) },
    { kind: "dropoff" as const, name: "Baker", address: "Markt 3, Breda", plannedArrival: inHours(from + hours / 2) },
  ],
  ...over,
});

/** A driver who may drive, without an account. */
export async function anActiveDriver(testApp: TestApp, over: object = {}): Promise<Body> {
  const manager = await testApp.as("FLEET_MANAGER");
  const { id } = await aDriver(manager, over);
  return activated(testApp, manager, id);
}

async function activated(testApp: TestApp, manager: Client, id: string): Promise<Body> {
  await aLicence(testApp, id);
  return saved(manager.post(`${driversPath}/${id}/activate`));
}

/** The same with an account, and their session. */
export async function anActiveDriverAtWork(testApp: TestApp) {
  const work = await aDriverAtWork(testApp);
  await activated(testApp, await testApp.as("FLEET_MANAGER"), work.driver.id);
  return work;
}

/** Lets a trip go though something should keep it, as it stands now: for all that does. */
export const letGoAnyway = async (client: Client, id: string, body: object): Promise<Answer> =>
  client.post(`${tripsPath}/${id}/dispatch-anyway`, { ...(await seenOf(client, id)), ...body });

/** A trip as somebody reads it who is to let it go: its version, and what keeps it. */
export async function seenOf(client: Client, id: string) {
  const { version } = (await client.get(`${tripsPath}/${id}`)).body;
  const { items } = await saved(client.get(`${tripsPath}/${id}/checks`));
  return { version, answersFor: items.map(({ key }) => key) };
}

/** Has a trip go on with another one though something should keep that: for all that a change which is made now is refused for. */
export async function changedAnyway(client: Client, id: string, step: string, body: object): Promise<Answer> {
  const { body: refusal } = await client.post(`${tripsPath}/${id}/${step}`, { ...body, at: null });
  const { checks = [] } = (refusal["details"] ?? {}) as { checks?: readonly { readonly key: string }[] };
  const answersFor = checks.map(({ key }) => key);
  return decide(client, `${tripsPath}/${id}/${step}-anyway`, { ...body, answersFor });
}

/** A trip as it is after the steps that lead there, with a vehicle and a driver of its own unless given. */
export async function aTrip(
  testApp: TestApp,
  {
    steps = ["plan"],
    from = 24,
    hours = 4,
    ...over
  }: { steps?: string[]; from?: number; hours?: number; [key: string]: unknown } = {},
): Promise<Body> {
  const dispatcher = await testApp.as("DISPATCHER");
  const own = {
    vehicleId: over["vehicleId"] ?? (await aVehicle(await testApp.as("FLEET_MANAGER"))).id,
    driverId: over["driverId"] ?? (await anActiveDriver(testApp)).id,
  };
  let trip = await saved(dispatcher.post(tripsPath, tripBody(from, hours, { ...own, ...over })));
  for (const step of steps) trip = await saved(dispatcher.post(`${tripsPath}/${trip.id}/${step}`));
  return trip;
}

/** Has two trips exchange their vehicles, as somebody does who has just read both. */
export async function swapped(client: Client, id: string, withTripId: string): Promise<Answer> {
  const [version, withVersion] = await Promise.all(
    [id, withTripId].map(async (trip) => (await client.get(`${tripsPath}/${trip}`)).body.version),
  );
  return client.post(`${tripsPath}/${id}/swap-vehicles`, { withTripId, version, withVersion });
}
