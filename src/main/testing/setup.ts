import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { buildApp } from "../app.ts";
import { setup as startServer } from "#main/testing/database/global-setup.ts";

/** Before the tests in the browser: a database server, and on it the demo company, filled once and copied by `ownDemo`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startServer(project);
  const { adminUrl, url, template, folder } = project.getProvidedContext().testServer;
  const demo = `${template}_demo`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${demo} template ${template} owner waybill_owner`);
  await admin.end();
  const database = new URL(url);
  database.pathname = `/${demo}`;
  const app = await buildApp({
    databaseUrl: database.href,
    appUrl: "http://127.0.0.1:4400",
    dataDir: mkdtempSync(join(folder, "demo-")),
    smtpUrl: null,
    demo: true,
    jobs: false,
    webFolder: null,
    log: "warn",
  });
  await app.close(); // PostgreSQL copies no database that somebody uses
  project.provide("demoTemplate", demo);
  return stop;
}
