import type { EventEmitter } from "node:events";
import { tooMany } from "#shared/contract/problem.ts";

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets so many of one person's works run at once; the next ones wait in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** How many people have work that runs or waits. */
  get size(): number {
    return this.#lines.size;
  }

  /** Does the work in its turn, and none of it once the reader has gone away. Throws 429 where too many wait. */
  async take(who: string, reader: EventEmitter, work: () => Promise<void>): Promise<void> {
    const line = this.#lines.get(who) ?? { running: 0, waiting: [] };
    this.#lines.set(who, line);
    if (line.running < this.#atOnce) line.running += 1;
    else if (!(await this.#isNext(line, reader))) return;
    try {
      await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if ((line.running -= 1) === 0) this.#lines.delete(who);
    }
  }

  /** Waits for one that ends, which leaves its turn; false once the reader has gone away. */
  #isNext({ waiting }: Line, reader: EventEmitter): Promise<boolean> {
    if (waiting.length >= this.#mostWaiting)
      throw tooMany(30, "Very many of your exports are being made already. Wait until they are done, then try again.");
    return new Promise((done) => {
      const begin = () => {
        reader.off("close", leave);
        done(true);
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        done(false);
      };
      waiting.push(begin);
      reader.once("close", leave);
    });
  }
}
