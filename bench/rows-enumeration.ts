import { Agent } from "node:http";
import { asSuper } from "#main/testing/test-app.ts";
import type { Bench, Row } from "./row.ts";
import { median, timed, told, type Result, type Target } from "./measure.ts";
import type { Environment } from "./environment.ts";

/** What a stranger would time: the same call for an account that exists and for one that does not. */
interface Question {
  readonly name: string;
  readonly what: string;
  readonly path: string;
  readonly status: number;
  readonly pairs: number;
  body(email: string): Record<string, string>;
}

export const enumerationRows: readonly Row[] = [
  {
    name: "auth.enumeration",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const signIn: Question = {
        name: "auth.enumeration",
        what: "a refused sign-in to an account that exists, to one to an account that does not",
        path: "/api/auth/logins",
        status: 422,
        pairs: bench.quick ? 100 : 400,
        body: (email) => ({ email, password: "a guess that is not right" }),
      };
      const reset: Question = {
        name: "auth.enum.reset",
        what: "asking for a new password for an account that exists, to one that does not",
        path: "/api/auth/reset-password",
        status: 200,
        pairs: bench.quick ? 15 : 60,
        body: (email) => ({ email }),
      };
      return [await ask(environment, signIn), await ask(environment, reset)];
    },
  },
];

/** Pairs in alternating order. Before each pair the counted tries are forgotten, so that neither side is ever told to wait. */
async function ask(environment: Environment, question: Question): Promise<Result> {
  const visitor = environment.testApp.visitor();
  await visitor.get("/api/settings");
  const headers = {
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-xsrf-token": visitor.cookies.get("XSRF-TOKEN") ?? "",
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timeOf = (email: string) => {
    const target: Target = {
      address: environment.product.address,
      status: question.status,
      next: () => ({ method: "POST", path: question.path, headers, body: question.body(email) }),
    };
    return timed(agent, target);
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let pair = -5; pair < question.pairs; pair += 1) {
    await asSuper(environment.testApp, "delete from sign_in_attempts");
    const ask = { known: () => timeOf("viewer@alpha.example"), unknown: () => timeOf("absent@alpha.example") };
    for (const side of pair % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const time = await ask[side]();
      if (pair >= 0) (side === "known" ? known : unknown).push(time); // the first five warm up
    }
  }
  agent.destroy();
  const difference = median(known) - median(unknown);
  const error = Math.hypot(errorOfMedian(known), errorOfMedian(unknown));
  const share = Math.abs(difference) / median(unknown);
  return told({
    name: question.name,
    what: question.what,
    target: "within 10 % or two standard errors",
    value: median(known) / median(unknown),
    meets: () => share < 0.1 || Math.abs(difference) < 2 * error,
    facts: {
      pairs: question.pairs,
      "known p50 ms": median(known),
      "unknown p50 ms": median(unknown),
      "difference ms": difference,
      "standard error ms": error,
      "difference %": share * 100,
    },
  });
}

/** The standard error of a median, from the middle half of the values: a few slow ones do not widen it. */
function errorOfMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const quarter = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  const deviation = (quarter(0.75) - quarter(0.25)) / 1.349;
  return (1.2533 * deviation) / Math.sqrt(values.length);
}
