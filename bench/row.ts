import type { Environments } from "./environment.ts";
import type { Result } from "./measure.ts";

/** What a benchmark may use. */
export interface Bench {
  readonly environments: Environments;
  /** Orders in the large database. */
  readonly rows: number;
  readonly smallRows: number;
  readonly rounds: number;
  /** Of one side of one round. */
  readonly seconds: number;
  readonly quick: boolean;
  /** For how long the row about memory puts the product under load. */
  readonly minutes: number;
}

export interface Row {
  readonly name: string;
  run(bench: Bench): Promise<Result[]>;
}
