import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";
import { secondFactorCode } from "../session/session.contract.ts";

const state = z.object({
  isOn: z.boolean(),
  since: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The company asks everybody for one. */
  isRequired: z.boolean(),
});

const currentPassword = z.string().min(1, "Give your password.").max(256);
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const path = "/api/auth/second-factor";
const shared = { can: "signed_in" as const, transaction: "none" as const };
/** The own second factor: codes of an authenticator app (RFC 6238). Every change asks for the password again. */
export const secondFactor = {
  read: route({
    method: "GET",
    path,
    can: "signed_in",
    summary: "Whether the own second factor is on",
    reply: state,
    scope: "installation",
  }),
  begin: route({
    method: "POST",
    path: `${path}/begin`,
    summary: "Make a secret for an authenticator app",
    body: z.strictObject({ currentPassword }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
    ...shared,
  }),
  confirm: route({
    method: "POST",
    path: `${path}/confirm`,
    summary: "Switch the second factor on with its first code; ends the other sessions",
    body: z.strictObject({ code: secondFactorCode }),
    reply: recoveryCodes,
    ...shared,
  }),
  renew: route({
    method: "POST",
    path: `${path}/recovery-codes`,
    summary: "Make new recovery codes; the old ones are over",
    body: z.strictObject({ currentPassword }),
    reply: recoveryCodes,
    ...shared,
  }),
  switchOff: route({
    method: "POST",
    path: `${path}/switch-off`,
    summary: "Switch the second factor off",
    body: z.strictObject({ currentPassword }),
    ...shared,
  }),
};
