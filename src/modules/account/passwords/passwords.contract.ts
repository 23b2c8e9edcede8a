import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { email } from "#shared/fields/fields.ts";

const said = z.object({ message: z.string() });
const password = z.string().min(1, "Give your password.").max(256);

/** Getting a new password: by mail, or with the old one (specification, section 7). The server says what came of it. */
export const passwords = {
  requestReset: route({
    method: "POST",
    path: "/api/auth/reset-password",
    can: "anyone",
    summary: "Mail a link to choose a new password; the answer is the same whether or not the address is known",
    body: z.strictObject({ email }),
    reply: said,
    transaction: "none",
  }),
  change: route({
    method: "POST",
    path: "/api/auth/change-password",
    can: "anyone",
    summary:
      "Change a password, with the mailed token or, signed in, with the current one; ends all sessions of the user",
    body: z.strictObject({
      token: z.string().min(20).max(100).optional(),
      currentPassword: password.optional(),
      password,
    }),
    reply: said,
    transaction: "none",
  }),
};
