/** Chance that can be had again: the same seed, the same walk (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  share(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below = (most: number): number => Math.floor(this.share() * most);
  of = (likelihood: number): boolean => this.share() < likelihood;
  one<T>(all: readonly T[]): T {
    if (all.length === 0) throw new Error("there is nothing to choose from");
    return all[this.below(all.length)] as T; // below the length, checked above
  }
}
