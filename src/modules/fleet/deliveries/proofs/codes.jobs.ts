import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { job } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";
import { codeMinutes, newCode } from "./codes.server.ts";

interface Told {
  readonly to: string | null;
  readonly company: string;
  readonly number: string;
}

/** Mails a one-time code to the consignee of a delivery that is under way or was handed over just now. */
export const mailDeliveryCode = job<{ deliveryId: string }>(
  "mail-delivery-code",
  async ({ open, mail }, { deliveryId }, companyId) => {
    const told = await open(companyId, async (ctx) => {
      const { rows } = await sql<Told>`select d.consignee_email as "to", d.delivery_number as number,
          coalesce(c.display_name, c.legal_name) as company
        from fleet_deliveries d join companies c on c.id = d.company_id
        where d.company_id = current_company() and d.id = ${deliveryId}
          and d.status in (${statesIn(fleetDeliveryFlow, "codable")})`.execute(ctx.db);
      return rows[0] && { ...rows[0], code: await newCode(ctx, deliveryId) };
    });
    if (!told || told.to === null) return; // over meanwhile, or nobody to tell
    const { to, company, number, code } = told;
    await mail(companyId, {
      to,
      about: "work",
      secrets: [code],
      entity: "delivery",
      entityId: deliveryId,
      write: () => ({
        company,
        subject: message("Code for your delivery {number}", { number }),
        title: message("Your code is {code}", { code }),
        paragraphs: [
          message("Tell it to the driver once you have your goods. It holds for {minutes} minutes.", {
            minutes: codeMinutes,
          }),
        ],
        foot: message("If you expect no delivery, ignore this mail, and tell the code to nobody."),
      }),
    });
  },
);
