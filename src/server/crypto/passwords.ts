import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "#shared/contract/problem.ts";

// OWASP's argon2id figures: 19 MiB, two passes, one lane; about 10 ms, off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const longestQueue = 60;

/** Bounds the hashing of one process: without it, sign-in is a way to bring the server down. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #dummy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.#run(() => hash(stable(password), cost));
  }

  /** Whether the password fits; without a hash it costs the same time and answers false. */
  async fits(password: string, stored: string | null): Promise<boolean> {
    this.#dummy ??= hash("no password of anybody", cost);
    const against = stored ?? (await this.#dummy);
    return (await this.#run(() => verify(against, stable(password)))) && stored !== null;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= longestQueue)
      throw unavailable("Too many people are signing in just now. Try again in a moment.");
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** The same text typed on two keyboards has the same code points (NIST 800-63B-4, 3.1.1.2). */
const stable = (password: string): string => password.normalize("NFKC");
