import type { BareCtx, Ctx } from "#server/http/context.ts";
import { forgetTries, networkOf, takeTriesBack, type Bucket } from "#server/http/throttle.ts";
import { browserOf } from "./known-device.server.ts";

/** A code is guessed by somebody who has the password, so the two are counted apart. */
type LoginAttempt = "password" | "code";

interface LoginSource {
  readonly email: string;
  readonly address: string;
  /** The browser, if the account was signed in to with it before. */
  readonly browser: string | null;
}

/**
 * What a guess counts against (docs/decisions/0013). A browser that the account knows has a bucket of its own, which nobody
 * else can fill. All others share a hundred guesses for one account, at most twenty of them from one address, so that one
 * address cannot use up what the owner may need from another.
 */
export async function attemptBuckets(ctx: BareCtx, guess: LoginAttempt, email: string): Promise<Bucket[]> {
  const browser = await ctx.openInstallation(null, ({ installation }) => browserOf(ctx, installation, email));
  const { inBrowser, fromHere, fromAnywhere } = names(guess, { email, address: ctx.address, browser });
  if (inBrowser) return [{ name: inBrowser, free: 5, most: 100 }];
  const here: Bucket[] = [
    { name: fromHere, free: 5, most: 20 },
    { name: fromAnywhere, free: 100, most: 100 },
  ];
  return guess === "code" ? here : [...here, { name: `address ${networkOf(ctx.address)}`, free: 30 }];
}

/** A success forgets what failed before it in this browser or from this address; what failed elsewhere stays counted. */
export async function forgetAttempts({ installation }: Ctx, guesser: LoginSource): Promise<void> {
  for (const guess of ["password", "code"] as const) {
    const { inBrowser, fromHere, fromAnywhere } = names(guess, guesser);
    if (inBrowser) await forgetTries(installation, [inBrowser]);
    else await takeTriesBack(installation, { own: fromHere, all: fromAnywhere });
  }
}

/** A new password, which nobody has guessed at yet: its owner may try again from here and from anywhere. */
export async function forgetAllAttempts({ installation }: Ctx, guesser: LoginSource): Promise<void> {
  const all = (["password", "code"] as const)
    .map((guess) => names(guess, guesser))
    .flatMap(({ inBrowser, fromHere, fromAnywhere }) => [inBrowser ?? "", fromHere, fromAnywhere]);
  await forgetTries(installation, all);
}

function names(guess: LoginAttempt, { email, address, browser }: LoginSource) {
  const account = `${guess} ${email.toLowerCase()}`;
  return {
    inBrowser: browser && `${account} in ${browser}`,
    fromHere: `${account} from ${networkOf(address)}`,
    fromAnywhere: `${account} from anywhere`,
  };
}
