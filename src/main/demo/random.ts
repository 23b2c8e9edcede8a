/** Numbers that look random and are the same at every first start (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T; // the lists of the demo are never empty
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A UUIDv7 of that instant. */
  id(at: Date): string {
    const bytes = Array.from({ length: 16 }, () => this.whole(0, 255));
    const ms = at.getTime();
    for (let n = 0; n < 6; n += 1) bytes[n] = Math.floor(ms / 2 ** (8 * (5 - n))) & 0xff;
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
