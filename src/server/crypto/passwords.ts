import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "#shared/contract/problem.ts";

// OWASP's argon2id figures: 19 MiB, two passes, one lane; about 10 ms, off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Bounds the hashing of one process: without it, sign-in is a way to bring the server down. Who signs in does not wait for
 * those who choose a password, whom strangers can be.
 */
export class Passwords {
  readonly #signIns = new Queue({ atOnce: 2, longest: 60 });
  readonly #choices = new Queue({ atOnce: 1, longest: 20 });
  #dummy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.#choices.run(() => hash(stable(password), cost));
  }

  /** Whether the password fits; without a hash it costs the same time and answers false. */
  async fits(password: string, stored: string | null): Promise<boolean> {
    this.#dummy ??= hash("no password of anybody", cost);
    const against = stored ?? (await this.#dummy);
    return (await this.#signIns.run(() => verify(against, stable(password)))) && stored !== null;
  }
}

/** So much work at once; so much more waits in its order, and what is beyond is refused (503). */
class Queue {
  readonly #atOnce: number;
  readonly #longest: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ atOnce, longest }: { readonly atOnce: number; readonly longest: number }) {
    this.#atOnce = atOnce;
    this.#longest = longest;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#longest)
      throw unavailable("Too many people are signing in just now. Try again in a moment.");
    if (this.#running >= this.#atOnce) await new Promise<void>((go) => this.#waiting.push(go));
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
