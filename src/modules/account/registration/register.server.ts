import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, message, tooMany } from "#shared/contract/problem.ts";
import type { BareCtx } from "#server/http/context.ts";
import { enterCompany, type Db } from "#server/db/database.ts";
import { networkOf } from "#server/http/throttle.ts";
import { render } from "#server/mail/language.ts";
import { validatePassword } from "../passwords/password-rules.server.ts";
import type { registrations } from "./registration.contract.ts";

const mostPerAddressAndHour = 20;
const mostPerMailboxAndDay = 5;
const keptForDays = 7;

/** Takes a request for an account. Whether the address is known is only looked up for the mail, so neither answer nor time tell it. */
export async function register(
  ctx: BareCtx,
  { body }: { body: BodyOf<typeof registrations.register> },
): Promise<{ message: string }> {
  if (!ctx.app.registration) throw closed();
  await validatePassword(body.password, { words: [body.firstName, body.lastName, body.email], hasSecondFactor: false });
  const network = networkOf(ctx.address);
  // Before a hash is computed, and once more where nobody else can register at the same moment.
  await ctx.openInstallation(null, ({ installation }) => refuseFlood(installation, body.email, network));
  const passwordHash = await ctx.app.passwords.hash(body.password);
  await ctx.openInstallation(null, async ({ installation, enqueue }) => {
    await sql`select pg_advisory_xact_lock(4015230773)`.execute(installation);
    await refuseFlood(installation, body.email, network);
    const { id } = await installation
      .insertInto("registrations")
      .values({
        email: body.email,
        first_name: body.firstName,
        last_name: body.lastName,
        password_hash: passwordHash,
        address: network,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await actAsOperator(installation);
    await enqueue("mail-registration", { registrationId: id, language: ctx.language });
    await enqueue("forget-registration", { registrationId: id }, new Date(Date.now() + keptForDays * 86_400_000));
  });
  return { message: render(message("A mail is on its way. Open its link to confirm your address."), ctx.language) };
}

const closed = () =>
  conflict("registration_closed", "Nobody can register here. Ask an administrator for an invitation.");

/** A mailbox gets few mails that it did not ask for, and nobody sends hundreds. */
async function refuseFlood(db: Db, email: string, address: string): Promise<void> {
  const { rows } = await sql<{ just_now: boolean; of_mailbox: number; of_address: number }>`
    select count(*) filter (where email = ${email} and created_at > now() - interval '1 minute') > 0 as just_now,
      count(*) filter (where email = ${email})::int as of_mailbox,
      count(*) filter (where address = ${address} and created_at > now() - interval '1 hour')::int as of_address
    from registrations where (email = ${email} or address = ${address}) and created_at > now() - interval '1 day'`.execute(
    db,
  );
  const [
    { just_now: justNow, of_mailbox: ofMailbox, of_address: ofAddress } = {
      just_now: false,
      of_mailbox: 0,
      of_address: 0,
    },
  ] = rows;
  if (justNow)
    throw tooMany(60, "A mail to this address left less than a minute ago. Wait a little before the next one.");
  if (ofMailbox >= mostPerMailboxAndDay || ofAddress >= mostPerAddressAndHour)
    throw tooMany(3600, "Too many registrations were asked for from here or for this address. Try again later.");
}

/** Before there is a company, the mails are those of the company that runs the installation: the home of its first SUPER_ADMIN. */
async function actAsOperator(db: Db): Promise<void> {
  const first = await db
    .selectFrom("users")
    .select("company_id")
    .where("is_super_admin", "=", true)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  if (!first) throw closed();
  await enterCompany(db, first.company_id);
}
