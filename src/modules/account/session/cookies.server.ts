import { cookieNames, makeCsrf } from "#server/http/access.ts";
import type { BareCtx } from "#server/http/context.ts";

/** The names of our cookies at this address. */
export const namesOf = (ctx: BareCtx) => cookieNames(secure(ctx));

export function setCookie(ctx: BareCtx, name: string, value: string, maxAge?: number): void {
  ctx.reply.setCookie(name, value, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: secure(ctx),
    ...(maxAge ? { maxAge } : {}),
  });
}

/** Readable on purpose: the page sends it back in a header, which another site cannot. */
export function setCsrf(ctx: BareCtx, holder: string): void {
  ctx.reply.setCookie("XSRF-TOKEN", makeCsrf(ctx.app.keys, holder), {
    path: "/",
    sameSite: "strict",
    secure: secure(ctx),
  });
}

/** What a browser keeps of a session that is over. Not its storage: there wait counts that were made without a network. */
export function forgetSession(ctx: BareCtx): void {
  ctx.reply.clearCookie(namesOf(ctx).session, { path: "/" });
  ctx.reply.clearCookie("XSRF-TOKEN", { path: "/" });
  ctx.reply.header("clear-site-data", '"cache"');
}

const secure = (ctx: BareCtx): boolean => ctx.app.appUrl.startsWith("https:");
