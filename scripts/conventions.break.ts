/** One way to break a law. */
export interface Break {
  readonly law: string;
  /** What is broken, in words. */
  readonly change: string;
  readonly file: string;
  edit(text: string): string;
  /** The program that holds the law, and what to ask it. */
  readonly ask: readonly [string, ...string[]];
  /** What it has to say, so that it fails for this reason and no other. */
  readonly says: RegExp;
}

type Part = Omit<Break, "law" | "ask" | "says">;

export const replace = (file: string, from: string, to: string): Part => ({
  change: `${file}: ${from} → ${to || "nothing"}`,
  file,
  edit: (text) => text.replace(from, to),
});
export const append = (file: string, more: string): Part => ({
  change: `${file}: ${more.split("\n").slice(0, 3).join("; ")}`,
  file,
  edit: (text) => `${text}\n${more}\n`,
});
export const migrate = (sql: string): Part => ({ ...append("migrations/99991231T2359_broken.sql", sql), change: sql });
export const law = (name: string, part: Part, ask: Break["ask"], says: RegExp): Break => ({
  law: name,
  ...part,
  ask,
  says,
});
export const test = (file: string, name: string): Break["ask"] => [
  "vitest",
  "run",
  "--project",
  "server",
  `src/main/${file}.test.ts`,
  "-t",
  name,
];

export const files = "src/modules/settings/files/files.contract.ts";
export const orders = "src/modules/warehouse/purchase-orders/purchase-orders.flow.ts";
export const broken = "src/server/broken.ts";
export const screen = "src/modules/warehouse/vendors/broken.web.tsx";
export const download = 'can: anyOf("view"),\n      summary: "Download a file"';
export const lost = replace(orders, 'states: [\n    "draft",', 'states: [\n    "lost",\n    "draft",');
export const sources = (name: string) => test("conventions/sources", name);
export const database = (name: string) => test("conventions/database", name);
