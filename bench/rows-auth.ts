import { testPassword } from "#main/testing/test-app.ts";
import type { Bench, Row } from "./row.ts";
import { compare, load, median, told, within, type Target } from "./measure.ts";
import { ordersPath } from "#main/testing/records/orders.ts";
import type { Environment } from "./environment.ts";

/** Signs in as a browser does that has the page open: visitor cookie and pair are there. */
async function signIn(environment: Environment): Promise<Target> {
  const visitor = environment.testApp.visitor();
  await visitor.get("/api/settings");
  const headers = {
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-xsrf-token": visitor.cookies.get("XSRF-TOKEN") ?? "",
  };
  return {
    address: environment.product.address,
    next: () => ({
      method: "POST",
      path: "/api/auth/logins",
      headers,
      body: { email: "viewer@alpha.example", password: testPassword },
    }),
  };
}

export const authRows: readonly Row[] = [
  {
    name: "auth.login",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const floor = await bench.environments.floor(environment, {});
      const verify: Target = { address: floor.address, next: () => ({ method: "POST", path: "/verify", body: {} }) };
      const login = await signIn(environment);
      const list = environment.ours(() => ({ path: `${ordersPath}?sort=-createdAt&limit=50` }));
      const quiet = await load(list, { seconds: bench.seconds * 2 });
      const [busy] = await Promise.all([
        load(list, { seconds: bench.seconds * 2 }),
        load(login, { seconds: bench.seconds * 2, connections: 8 }),
      ]);
      return [
        await compare({
          name: "auth.login",
          what: "a sign-in to one bare argon2id verify over HTTP",
          target: "≤ 1.3",
          meets: within(1.3),
          rounds: bench.rounds,
          base: () => load(verify, bench),
          ours: () => load(login, bench),
        }),
        told({
          name: "auth.login.8",
          what: "p99 of a list while 8 people sign in without pause, to the same list alone",
          target: "≤ 2 on a machine with cores to spare",
          value: busy.p99 / quiet.p99,
          facts: {
            "alone p99 ms": quiet.p99,
            "meanwhile p99 ms": busy.p99,
            "alone p50 ms": quiet.p50,
            "meanwhile p50 ms": busy.p50,
          },
        }),
      ];
    },
  },
  {
    name: "auth.session",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const without: Target = {
        address: environment.product.address,
        next: () => ({ path: "/api/settings", headers: { cookie: "waybill-visitor=somebody" } }),
      };
      const withSession = environment.ours(() => ({ path: "/api/settings" }));
      const result = await compare({
        name: "auth.session",
        what: "GET /api/settings with a session cookie to without: what the check of a session costs",
        target: "≤ 0.25 ms more",
        rounds: bench.rounds,
        base: () => load(without, bench),
        ours: () => load(withSession, bench),
      });
      const added = median(result.ours.map(({ p50 }, at) => p50 - (result.base[at]?.p50 ?? 0)));
      return [{ ...result, verdict: added <= 0.25 ? "met" : "missed", facts: { "added ms": added } }];
    },
  },
];
