import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kebab, type RouteShape } from "#shared/contract/contract.ts";
import { entityOf } from "#shared/contract/entity.ts";
import type { Flow } from "#shared/flow/flow.ts";
import { permissionNames } from "#shared/permissions/permission-list.ts";
import type { ScreenEntry } from "#shared/contract/screens.ts";
import { moduleAt, sources } from "#main/testing/sources.ts";
import { modules } from "../modules.ts";

const { served } = modules;
const routes = served.flatMap(({ contract }) => Object.values(contract));
const screens: readonly ScreenEntry[] = modules.all.flatMap(({ module }) => module.screens);
const flows = await exportsOf(
  "src/modules/**/*.flow.ts",
  (value): value is Flow => isObject(value) && "states" in value && "steps" in value && "start" in value,
);
const called = (route: RouteShape) => `${route.method} ${route.path}`;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

async function exportsOf<T>(
  pattern: string,
  is: (value: unknown) => value is T,
): Promise<{ path: string; name: string; value: T }[]> {
  const found = await Promise.all(
    sources(pattern).map(async ({ path }) =>
      Object.entries(await moduleAt(path)).map(([name, value]) => ({ path, name, value })),
    ),
  );
  return found.flat().filter((one): one is { path: string; name: string; value: T } => is(one.value));
}

describe("every route", () => {
  test("says who may call it, by names that exist", () => {
    const purposes = modules.records.flatMap(({ links = [] }) => links).map((purpose) => `link:${purpose}`);
    const known = new Set<string>(["anyone", "signed_in", ...permissionNames, ...purposes]);
    expect(
      routes
        .filter(({ can }) => [can].flat().length === 0 || [can].flat().some((name) => !known.has(name)))
        .map(called),
    ).toEqual([]);
  });

  test("is there once, below /api, in kebab-case", () => {
    const names = routes.map(called);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(
      names.filter((name) => !/^[A-Z]+ \/api(?:\/(?::[a-z]\w*|[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)?))+$/.test(name)),
    ).toEqual([]);
  });

  test("whose answer lets somebody in keeps it for no repeat: only a reply of a transaction is stored", () => {
    const names = ({ reply }: RouteShape) => (reply instanceof z.ZodObject ? Object.keys(reply.shape) : []);
    const secret = routes.filter((route) =>
      names(route).some((name) => /secret|token|codes|uri|url|password/i.test(name)),
    );
    expect(secret.length).toBeGreaterThan(3);
    expect(secret.filter(({ method, transaction }) => method !== "GET" && transaction !== "none").map(called)).toEqual(
      [],
    );
  });

  test("has a body only where bodies are sent", () => {
    expect(routes.filter(({ method, body }) => body && (method === "GET" || method === "DELETE")).map(called)).toEqual(
      [],
    );
  });

  test("is open to anyone only where that was meant", () => {
    const open = routes.filter(({ can }) => [can].flat().includes("anyone")).map(called);
    const meant = [
      "GET /api/settings",
      "POST /api/auth/logins",
      "POST /api/auth/logins/code",
      "POST /api/auth/logins/second-factor",
      "POST /api/auth/logins/second-factor/confirm",
      "POST /api/auth/reset-password",
      "POST /api/auth/change-password",
      "POST /api/auth/accept-invite",
      "POST /api/auth/set-up",
      "POST /api/auth/registrations",
      "POST /api/auth/registrations/confirm",
      "POST /api/links/open",
      "POST /api/links/renew",
    ];
    expect(open.filter((one) => !meant.includes(one))).toEqual([]);
  });

  test("that needs any of several names does not mix open and closed ones", () => {
    expect(
      routes
        .filter(
          ({ can }) =>
            [can].flat().length > 1 && [can].flat().some((name) => name === "anyone" || name === "signed_in"),
        )
        .map(called),
    ).toEqual([]);
  });
});

describe("every permission", () => {
  const asked = new Set([
    ...routes.flatMap(({ can }) => [can].flat()),
    ...screens.flatMap(({ can }) => [can].flat()),
    ...flows.flatMap(({ value }) => Object.values(value.steps).flatMap(({ can }) => [can].flat())),
  ]);
  for (const { code } of sources("src/modules/**/*.server.ts"))
    for (const [, name = ""] of code.matchAll(/\bcan\(\s*"(\w+)"/g)) asked.add(name as never); // only looked up below

  test.each(permissionNames)("%s is asked by a route, a screen or a rule", (name) => {
    expect(asked).toContain(name);
  });
});

describe("every screen", () => {
  test("is there once, and gated by permissions that exist", () => {
    const paths = screens.map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    const known = new Set<string>(permissionNames);
    expect(
      screens
        .filter(({ can }) => [can].flat().length === 0 || [can].flat().some((name) => !known.has(name)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test("can be opened by whoever may call what it shows: its permissions are those of served routes", () => {
    const ofRoutes = new Set(["CAN_VIEW", ...routes.flatMap(({ can }) => [can].flat())]);
    expect(
      screens.filter(({ can }) => ![can].flat().some((name) => ofRoutes.has(name))).map(({ path }) => path),
    ).toEqual([]);
  });

  test("that the palette searches asks a served list with a search, and opens a screen", () => {
    const searched = screens.flatMap(({ find }) => (find ? [find] : []));
    const lists = routes
      .filter(
        ({ method, query }) =>
          method === "GET" && isObject(query) && "shape" in query && isObject(query["shape"]) && "q" in query["shape"],
      )
      .map(({ path }) => path);
    expect(searched.filter(({ from }) => !lists.includes(from)).map(({ from }) => from)).toEqual([]);
    const shown = screens.map(({ shows }) => shows);
    expect(searched.filter(({ from }) => !shown.includes(entityOf(from))).map(({ from }) => from)).toEqual([]);
  });
});

describe("every contract", async () => {
  const isContract = (value: unknown): value is Record<string, RouteShape> =>
    isObject(value) &&
    Object.values(value).length > 0 &&
    Object.values(value).every((one) => isObject(one) && "method" in one && "path" in one && "can" in one);
  const contracts = await exportsOf("src/modules/**/*.contract.ts", isContract);
  const tests = sources("src/modules/**/*.test.ts");

  test("that has routes is served, whole or as a part of another", () => {
    const known = new Set(routes.map(called));
    expect(
      contracts
        .filter(({ value }) => !Object.values(value).some((route) => known.has(called(route))))
        .map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([]);
  });

  // A contract that is no ordinary entity is tested by hand; its test says so: `// Not conformed: <why>`.
  const wholes = contracts.filter(({ value }) => served.some(({ contract }) => contract === value));
  test.each(wholes.map(({ name, path }) => [name, path]))("%s is conformed, or its test says why not", (name, path) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const own = tests.filter((one) => one.path.startsWith(folder));
    const conformed = own.some(({ code }) => new RegExp(String.raw`\bconform\(\s*${name}\b`).test(code));
    const excused = own.some(({ text }) => /\/\/ Not conformed: \w.{10,}/.test(text));
    expect(conformed || excused, `${folder}*.test.ts`).toBe(true);
  });
});

describe("every flow", () => {
  /** States that a record enters otherwise than by somebody's step. */
  const entered: Readonly<Record<string, readonly string[]>> = {
    companyFlow: ["registering", "pending"], // a company that registers itself
    // an accepted invitation; a removal; registration, which comes with the identity issue
    userFlow: ["active", "deactivated", "registering", "pending_approval", "rejected"],
    vendorFlow: ["inactive"], // rows that come from elsewhere
    carrierFlow: ["inactive"], // the same
    fleetDeliveryFlow: ["out_for_delivery"], // its trip has left
    deliveryScheduleFlow: ["requested", "proposed", "expired"], // asked for by link; the clock
  };

  test.each(flows.map(({ name, value }) => [name, value] as const))(
    "%s names states that it has, and reaches each",
    (name, flow) => {
      const reached = new Set<string>([flow.start, ...(entered[name] ?? [])]);
      for (let before = 0; before !== reached.size;) {
        before = reached.size;
        for (const { from, to } of Object.values(flow.steps))
          if (from.some((state) => reached.has(state))) for (const state of [to].flat()) reached.add(state);
      }
      expect([...reached].sort()).toEqual([...flow.states].sort());
      expect(flow.editable.filter((state) => !flow.states.includes(state))).toEqual([]);
      const done = Object.values(flow.steps).map((step) => step.done);
      expect(done.filter((word, at) => done.indexOf(word) !== at)).toEqual([]);
    },
  );

  test("has a served route for each of its steps", () => {
    const missing = flows.flatMap(({ path, value }) => {
      const folder = path.split("/").at(-2) ?? "";
      const ends = Object.keys(value.steps).map((step) => `/${folder}/:id/${kebab(step)}`);
      return ends.filter((end) => !routes.some((route) => route.path.endsWith(end)));
    });
    expect(missing).toEqual([]);
  });
});
