import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { phone, timezone } from "#shared/fields/fields.ts";
import { me, units } from "../session/session.contract.ts";

/** The largest photo that is kept, after the browser has made it small. */
export const largestPhoto = 256 * 1024;

const personName = z.string().trim().min(1).max(80);
/** What people say of themselves, and how they want to see things. */
export const profileInput = z.object({
  firstName: personName,
  lastName: personName,
  phone,
  /** Empty: as the company has it. */
  locale: z.enum(["en", "de"]).nullable().default(null),
  timezone: timezone.nullable().default(null),
  units: units.default("metric"),
});

const photo = z
  .base64()
  .max(Math.ceil((largestPhoto * 4) / 3) + 4, "Choose a smaller photo.")
  .nullable();

export const profile = {
  update: route({
    method: "PUT",
    path: "/api/auth/update-profile",
    can: "signed_in",
    summary:
      "Change the own name, language, time zone, units and photo (base64 of a JPEG, PNG or WebP; null removes it, absent leaves it)",
    body: z.strictObject({ ...profileInput.shape, photo: photo.optional() }),
    reply: me,
    scope: "installation",
  }),
  photo: route({
    method: "GET",
    path: "/api/auth/photos/:id",
    can: "signed_in",
    summary: "The photo of a user of the company",
    query: z.strictObject({ v: z.string().max(20).optional() }),
    transaction: "none",
  }),
};
