import pg from "pg";
import { expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";

import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { withRows } from "#main/testing/product/version-rows.ts";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";

/** A day three weeks from now, in place of the one for which that version had booked. */
const day = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${day}T${time}:00.000Z`;

/** The first version with its bookings on that day, updated; with the bookings as it had them. */
async function updated() {
  const before: Record<string, string>[] = [];
  const file = await withRows("bookings", (booking) => {
    booking["during"] = (booking["during"] ?? "").replaceAll(/\d{4}-\d\d-\d\d/g, day);
    before.push({ ...booking });
  });
  const { url, superUrl } = await createEmptyDatabase();
  const dataDir = temporaryFolder();
  await restore({ databaseUrl: url, dataDir, file });
  return { before, url, superUrl, dataDir };
}

test("after the update each dock is a resource of its company, and nothing that was booked has changed", async () => {
  const { before, superUrl } = await updated();
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  await database.query("set timezone to 'UTC'");
  const { rows: docks } = await database.query<{ kind: string | null }>(
    `select r.kind from docks d full join resources r on (r.company_id, r.id) = (d.company_id, d.id)
      and r.kind = 'dock'`,
  );
  const { rows: bookings } = await database.query(
    `select id, company_id, resource_id, subject_id, lane::text, during::text, reason,
      case when active then 't' else 'f' end as active from bookings order by id`,
  );
  await database.end();
  expect(docks).toEqual([{ kind: "dock" }, { kind: "dock" }, { kind: "dock" }]);
  expect(before.length).toBeGreaterThan(3);
  expect(bookings).toEqual(before.toSorted((a, b) => (a["id"]! < b["id"]! ? -1 : 1)));
});

test("after the update nobody takes a dock that was taken, and docks are booked, built and removed as before", async () => {
  const { url, dataDir } = await updated();
  const { client: admin, close } = await startOver({ url, dataDir }, { email: "super-admin@alpha.example" });
  try {
    const { items } = await saved(admin.get("/api/warehouse/docks?sort=code"));
    const [first, second] = items;
    const locationId = first!["locationId"];
    const book = (dockId: string, from: string, until: string) =>
      admin.post(deliveriesPath, { locationId, dockId, plannedStart: at(from), plannedEnd: at(until) });
    expect(await book(first!.id, "08:30", "09:30")).toMatchObject({
      status: 409,
      body: { code: "taken", details: { blocking: [{ kind: "delivery", number: "DS-00001" }] } },
    });
    expect(await book(second!.id, "08:30", "09:30")).toMatchObject({
      status: 409,
      body: { code: "taken", details: { blocking: [{ kind: "downtime", reason: "sweeping" }] } },
    });
    await saved(book(first!.id, "09:00", "10:00"));
    const built = await saved(admin.post("/api/warehouse/docks", { locationId, code: "D9", bufferAfterMinutes: 0 }));
    const path = `/api/warehouse/docks/${built.id}?version=${built.version}`;
    expect((await admin.remove(path)).status).toBe(204);
    expect(await admin.remove(`/api/warehouse/docks/${first!.id}?version=1`)).toMatchObject({
      status: 409,
      body: { code: "in_use" },
    });
  } finally {
    await close();
  }
});
