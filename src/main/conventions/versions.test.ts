import { expect, test } from "vitest";
import { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { modules } from "../modules.ts";

/** Steps of a record that name no version, by the reason: `record: step step`. Decision 0033. */
const withoutVersion: Readonly<Record<string, readonly string[]>> = {
  "What happened stays a fact whatever else was changed meanwhile, and has to be recorded": [
    "fleet/asset-loads: unload",
    "fleet/assets: report-lost found",
    "fleet/deliveries: deliver deliver-partly fail record-outcome start-return finish-return proofs record-load",
    "fleet/drivers: duty",
    "fleet/meter-readings: void",
    "fleet/trip-stops: arrive complete fail skip undo-arrival take-up record-visit",
    "fleet/trips: acknowledge recall start record-driven pause resume change-vehicle change-driver change-asset add-stop complete reopen abort record-end",
    "fleet/vehicles: judge-health forget-health",
    "warehouse/delivery-schedules: arrive start change-dock drop-trailer unload depart complete refuse mark-no-show correct-times undo",
    "warehouse/issues: undo-return undo-scrap undo-replace",
  ],
  "A phone that was without a network sends what its driver did, and says by its own key which that is": [
    "fleet/driver-actions: enter settle",
  ],
  "A vendor or a carrier answers by a link of one revision or one time, which ends with it": [
    "links/delivery-schedules: approve decline counter",
    "warehouse/purchase-orders: confirm propose decline",
  ],
  "It says nothing about the content, and is taken back by one click": [
    "*: archive restore hold release activate deactivate suspend reinstate",
    "auth/users: reactivate",
    "fleet/assets: send-to-maintenance return-from-maintenance retire",
    "fleet/deliveries: assign unassign",
    "fleet/drivers: leave come-back",
    "fleet/vehicles: put-in-service take-out-of-service retire",
    "settings/reference-lists: move",
    "settings/saved-views: move",
    "warehouse/docks: take-out-of-service put-in-service",
    "warehouse/products: withdraw discontinue",
  ],
  "It asks somebody, plans or takes up work; what it needs is asked of the record as it is then": [
    "fleet/deliveries: bring-again try-again plan-rest cancel",
    "fleet/trips: plan dispatch cancel",
    "warehouse/delivery-schedules: propose move cancel",
    "warehouse/issues: acknowledge investigate wait-for-party reopen",
    "warehouse/purchase-orders: submit revise resend note",
  ],
  "It ends at a time that the call names, and changes nothing else": [
    "fleet/driver-assignments: end",
    "warehouse/dock-downtimes: end",
  ],
  "It changes nothing of the record: it reads, mails, makes a link or another record": [
    "auth/users: invite-again invitation-link",
    "fleet/deliveries: send-code share",
    "fleet/documents: renew number",
    "fleet/driver-licences: number",
    "settings/companies: act",
  ],
  "There is one version of it": ["settings/exchange-rates: confirm", "imports: check apply"],
};

const listed = new Set(
  Object.values(withoutVersion)
    .flat()
    .flatMap((entry) => {
      const [of = "", steps = ""] = entry.split(": ");
      return steps.split(" ").map((step) => `${of}: ${step}`);
    }),
);
const routes = modules.served.flatMap(({ contract }) => Object.values(contract));
const nameOf = ({ path }: RouteShape) =>
  path.replace(/^\/api\/(.+?)(?:\/:list)?\/:id\/(.+)$/, (_, of: string, step: string) => `${of}: ${step}`);
const anyOf = (name: string) => name.replace(/^.+: /, "*: ");
const demandsVersion = ({ body }: RouteShape) =>
  body instanceof z.ZodObject &&
  "version" in body.shape &&
  !z.safeParse(body.shape["version"] as z.ZodType, undefined).success;
const steps = routes.filter(({ method, path }) => method === "POST" && /\/:id\/[^:]+$/.test(path));

test("a step names the version that somebody saw, unless it says why not", () => {
  expect(steps.length).toBeGreaterThan(150);
  const open = steps.filter((route) => !demandsVersion(route)).map(nameOf);
  expect(open.filter((name) => !listed.has(name) && !listed.has(anyOf(name)))).toEqual([]);
  const known = new Set([...open, ...open.map(anyOf)]);
  expect(
    [...listed].filter((name) => !known.has(name)),
    "no longer without",
  ).toEqual([]);
});
