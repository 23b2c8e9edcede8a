import { cookieNames } from "#server/http/access.ts";
import { problemOf } from "#server/http/errors.ts";
import { overLink, resolveLink } from "#server/mail/links.ts";
import { limitMails } from "#server/mail/mail-limit.ts";
import type { ServedRecord } from "#server/http/modules.ts";
import { serve, type Served } from "#server/http/serve.ts";
import { countTry, mayTry, networkOf } from "#server/http/throttle.ts";
import { linksOf } from "./links.contract.ts";

/** Serves the by-link pages of these kinds of records. */
export function serveLinks(records: readonly ServedRecord[]): Served {
  const purposes = new Map(records.flatMap(({ entity, links }) => (links ? [[entity, links] as const] : [])));
  return serve(linksOf([...purposes.keys()]), {
    async open(ctx, { body }) {
      const guesses = [{ name: `link from ${networkOf(ctx.address)}`, free: 30 }];
      await mayTry(ctx, guesses);
      const { sessionSecret, purpose, companyId, id, recipient } = await ctx
        .openInstallation(null, (inner) =>
          resolveLink(inner.installation, body.secret, {
            purposes: purposes.get(body.page) ?? [],
            subjectId: body.subjectId,
          }),
        )
        .catch(async (error: unknown) => {
          if (problemOf(error)?.status === 404) await countTry(ctx, guesses);
          throw error;
        });
      const secure = ctx.app.appUrl.startsWith("https:");
      ctx.reply.setCookie(cookieNames(secure).link, sessionSecret, {
        path: "/",
        httpOnly: true,
        sameSite: "strict",
        secure,
        maxAge: 30 * 60,
      });
      await ctx.openInstallation(companyId, (inner) =>
        inner.emit(
          `${body.page}.linkOpened`,
          { id: body.subjectId },
          { by: { kind: "link", id, name: recipient }, address: ctx.address },
        ),
      );
      return { purpose };
    },
    async renew(ctx, { body }) {
      const over = await ctx.openInstallation(null, (inner) =>
        overLink(inner.installation, body.secret, {
          purposes: purposes.get(body.page) ?? [],
          subjectId: body.subjectId,
        }),
      );
      // The same answer whether or not there was such a link; the mail goes to the stored address only.
      if (over)
        await ctx.openInstallation(over.companyId, async (inner) => {
          await limitMails(inner, body.page, body.subjectId, "linkRenewed");
          await inner.emit(
            `${body.page}.linkRenewed`,
            { id: body.subjectId },
            { actorName: over.recipient, address: ctx.address },
          );
          await inner.enqueue(`renew-${body.page}-link`, {
            subjectId: body.subjectId,
            purpose: over.purpose,
            recipient: over.recipient,
          });
        });
      return { sent: true };
    },
  });
}
