import type { BareCtx, Ctx } from "#server/http/context.ts";

/** What is found out by writing, of which nothing is kept: the transaction is taken back. */
export async function undone<T>(bare: BareCtx, write: (ctx: Ctx) => Promise<T>): Promise<T> {
  const end = new Error("the transaction is undone");
  const found: T[] = [];
  await bare
    .open(async (ctx) => {
      found.push(await write(ctx));
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
  const [answer] = found;
  if (answer === undefined) throw new Error("what was not refused has an answer");
  return answer;
}
