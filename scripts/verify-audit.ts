/** `npm run verify`: whether the audit trail is what it was when it was sealed; tells the first broken link of each company. */
import pg from "pg";
import { withDatabase } from "#main/with-database.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

const said = {
  removed: "an event was removed",
  changed: "an event was changed",
  inserted: "an event was put in that was never sealed",
  backdated: "an event was put in with an earlier time",
  chain: "a seal is missing",
  erasure: "an erasure is not what it was",
} as const;

await withDatabase({}, async ({ url }) => {
  const client = new pg.Client({ connectionString: url, application_name: "waybill-verify" });
  await client.connect();
  try {
    await client.query(
      "begin isolation level repeatable read read only; set local role waybill_owner; set local statement_timeout = 0",
    );
    for (const { code, seq, head, broken } of await verifySeals(client)) {
      console.log(
        broken
          ? `${code}: BROKEN at ${broken.seq}: ${said[broken.how]}`
          : `${code}: ${seq} events, whole; the last seal is ${head || "none"}`,
      );
      if (broken) process.exitCode = 1;
    }
  } finally {
    await client.end();
  }
});
