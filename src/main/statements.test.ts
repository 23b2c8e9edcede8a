import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { startTestApp } from "#main/testing/test-app.ts";

// `.ci/run` keeps what the tests of the modules sent to the PostgreSQL that comes with us, and runs this on the oldest that is supported.
test.runIf(inject("statements") && inject("externalDatabaseAdminUrl"))(
  "each statement that the modules send is understood by this PostgreSQL, too",
  { timeout: 600_000 },
  async () => {
    const folder = inject("statements");
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    const begins = /^(?:\s|\/\*.*?\*\/)*(?:select|insert|update|delete|with)\b/is;
    const isOne = (text: string) => !/;\s*\S/.test(text);
    const statements = texts.filter((text) => begins.test(text) && isOne(text));
    const testApp = await startTestApp({ jobs: true }); // with the tables of the queue
    const client = new pg.Client({ connectionString: testApp.superUrl });
    await client.connect();
    const refused: string[] = [];
    for (const text of statements) {
      const understood = client.query(`prepare asked as ${text}`).then(() => client.query("deallocate asked"));
      await understood.catch(({ message, code }: pg.DatabaseError) => {
        if (code !== "42P01") refused.push(`${message}: ${text.slice(0, 200)}`); // a table that a test made for itself
      });
    }
    await client.end();
    await testApp.close();
    console.log(`${statements.length} statements of ${texts.length} texts were prepared`);
    expect(statements.length).toBeGreaterThan(1000);
    expect(refused).toEqual([]);
  },
);
