import pg from "pg";

interface Wanted {
  /** The database to make ready; made when absent. Without it: the one that the address names. */
  database?: string;
  /** The role that Waybill signs in as; made when absent. Without it: the user of the address. */
  login?: { name: string; password: string };
}

interface Prepared {
  /** Signs in as the login role. */
  url: string;
  /** What an operator should know, in sentences. */
  notes: string[];
}

/** One connection that prepares, and what it has to know. */
interface Work {
  client: pg.Client;
  major: number;
  login: string;
  database: string;
}

const groups = ["waybill_owner", "waybill_app", "waybill_auth"] as const;
/** A pooler makes up the number by which a connection is cancelled; PostgreSQL gives that of its own process. */
const behindPooler =
  "This database is behind a connection pooler. Waybill's requests may go through one, but its start, its jobs and its " +
  "backups need PostgreSQL itself: set DATABASE_DIRECT_URL to its address, beside DATABASE_URL with that of the pooler.";
const extensions = ["btree_gist", "btree_gin", "pg_trgm"] as const;

/**
 * Makes a database ready for Waybill: its three roles, their grants, its extensions and the owner of its schema.
 * Changes only what is missing, so an administrator may run the same SQL once and give Waybill a user without rights.
 */
export async function prepareDatabase(adminUrl: string, wanted: Wanted = {}): Promise<Prepared> {
  const target = new URL(adminUrl);
  if (wanted.database) target.pathname = `/${encodeURIComponent(wanted.database)}`;
  const database = decodeURIComponent(target.pathname.slice(1));
  if (!database)
    throw new Error("DATABASE_URL names no database. It looks like postgres://user:password@host:5432/waybill.");
  const notes = await working(adminUrl, { database, ...wanted }, async (work) => {
    await alone(work, () => prepareRoles(work, wanted.login));
    if (wanted.database && !(await holds(work, "select 1 from pg_database where datname = $1", [database])))
      await makeDatabase(work);
    return notesOn(work);
  });
  await working(target.href, { database, ...wanted }, (work) => alone(work, () => prepareSchema(work)));
  if (wanted.login) [target.username, target.password] = [wanted.login.name, wanted.login.password];
  return { url: target.href, notes };
}

async function working<T>(url: string, o: Wanted & { database: string }, act: (work: Work) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on("error", () => {}); // the query that was under way fails too
  await client.connect();
  try {
    const { rows } = await client.query<{ user: string; version: string; pid: number }>(
      "select current_user as user, current_setting('server_version_num') as version, pg_backend_pid() as pid",
    );
    if ("processID" in client && rows[0]?.pid !== client.processID) throw new Error(behindPooler);
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < 15) throw new Error(`Waybill needs PostgreSQL 15 or newer; this server is PostgreSQL ${major}.`);
    const work = { client, major, database: o.database, login: o.login?.name ?? String(rows[0]?.user) };
    return await act(work).catch(async (error: unknown) => {
      throw await inWords(error, work);
    });
  } finally {
    await client.end();
  }
}

/** What an administrator has to do when Waybill's own user may not. */
async function inWords(error: unknown, work: Work): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === "42501")
    return new Error(
      `The database user ${work.login} may not prepare the database ${work.database} (${error.message}). Run ` +
        "this once as an administrator of the server, then start Waybill again:\n\n" +
        `${setupSql({ ...work, missing: await missingGroups(work) })}\n`,
      { cause: error },
    );
  if (error.code === "0A000" || error.code === "58P01")
    return new Error(
      `The PostgreSQL server lacks an extension that Waybill needs (${error.message}). Install its contrib ` +
        "package (on Debian it comes with postgresql).",
      { cause: error },
    );
  return error;
}

/** The SQL that an administrator runs when Waybill's own user may not create roles. */
function setupSql({ login, database, major, missing }: Work & { missing: readonly string[] }): string {
  const name = pg.escapeIdentifier(login);
  return [
    ...missing.map((group) => `create role ${group} nologin;`),
    `${authReadsAsApp(major)};`,
    `alter role ${name} noinherit;`,
    `${silentMembership(major, login)};`,
    `alter database ${pg.escapeIdentifier(database)} owner to waybill_owner;`,
    `\\connect ${pg.escapeIdentifier(database)}`,
    ...extensions.map((extension) => `create extension if not exists ${extension} schema public;`),
    "alter schema public owner to waybill_owner;",
    "grant usage on schema public to waybill_app, waybill_auth;",
  ].join("\n");
}

const authReadsAsApp = (major: number) => `grant waybill_app to waybill_auth${major >= 16 ? " with inherit true" : ""}`;

/** Membership that gives nothing before `set role`: a forgotten one then fails instead of seeing every company. */
const silentMembership = (major: number, login: string) =>
  `grant ${groups.join(", ")} to ${pg.escapeIdentifier(login)}${major >= 16 ? " with inherit false, set true" : ""}`;

/** One at a time, also when several nodes start together; all or nothing. */
async function alone(work: Work, act: () => Promise<void>): Promise<void> {
  await work.client.query("begin; select pg_advisory_xact_lock(hashtext('waybill prepares its database'))");
  try {
    await act();
    await work.client.query("commit");
  } catch (error) {
    await work.client.query("rollback");
    throw error;
  }
}

async function holds(work: Work, query: string, values: unknown[] = []): Promise<boolean> {
  return (await work.client.query(query, values)).rows.length > 0;
}

async function missingGroups(work: Work): Promise<string[]> {
  const { rows } = await work.client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regrole(name) is null",
    [groups],
  );
  return rows.map((row) => row.name);
}

async function prepareRoles(work: Work, login: Wanted["login"]): Promise<void> {
  const { client, major } = work;
  for (const group of await missingGroups(work)) await client.query(`create role ${group} nologin`);
  const unsafe = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls or rolcanlogin)",
    [groups],
  );
  if (unsafe.rows[0])
    throw new Error(
      `The role ${unsafe.rows[0].rolname} may sign in, or is above row-level security, so companies would not be ` +
        `kept apart. Run: alter role ${unsafe.rows[0].rolname} nologin nosuperuser nobypassrls;`,
    );
  if (!(await holds(work, "select 1 where pg_has_role('waybill_auth', 'waybill_app', 'USAGE')")))
    await client.query(authReadsAsApp(major));
  if (login) {
    const verb = (await holds(work, "select 1 from pg_roles where rolname = $1", [login.name])) ? "alter" : "create";
    await client.query(
      `${verb} role ${pg.escapeIdentifier(login.name)} login noinherit password ${pg.escapeLiteral(login.password)}`,
    );
  }
  await prepareLogin(work);
}

async function prepareLogin(work: Work): Promise<void> {
  const { client, major, login } = work;
  if (await isSuperuser(work)) return; // may take any role as it is
  const silent = `select 1 from unnest($2::text[]) as g
    where not pg_has_role($1, g, '${major >= 16 ? "SET" : "MEMBER"}') or pg_has_role($1, g, 'USAGE')
    having count(*) = 0`;
  if (await holds(work, silent, [login, groups])) return;
  if (major < 16) await client.query(`alter role ${pg.escapeIdentifier(login)} noinherit`);
  await client.query(silentMembership(major, login));
  if (!(await holds(work, silent, [login, groups])))
    throw new Error(
      `The database user ${login} has the rights of ${groups.join(", ")} without asking for them, so companies ` +
        `would not be kept apart. Run as an administrator:\n\nalter role ${pg.escapeIdentifier(login)} noinherit;\n` +
        `${silentMembership(major, login)};\n`,
    );
}

const isSuperuser = (work: Work) => holds(work, "select 1 from pg_roles where rolname = $1 and rolsuper", [work.login]);

async function notesOn(work: Work): Promise<string[]> {
  return (await isSuperuser(work))
    ? [
        `The database user ${work.login} is a superuser. Waybill does not need one; give it a user of its own ` +
          `(README, "Going to production").`,
      ]
    : [];
}

async function makeDatabase(work: Work): Promise<void> {
  try {
    await work.client.query(
      `create database ${pg.escapeIdentifier(work.database)} owner waybill_owner encoding 'UTF8' template template0`,
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "42P04")) throw error; // another node was faster
  }
}

async function prepareSchema(work: Work): Promise<void> {
  const { client, database } = work;
  if (
    !(await holds(
      work,
      "select 1 from pg_database where datname = current_database() and pg_encoding_to_char(encoding) = 'UTF8'",
    ))
  )
    throw new Error(
      `The database ${database} is not encoded in UTF8. Create it with: create database ` +
        `${pg.escapeIdentifier(database)} encoding 'UTF8' template template0;`,
    );
  if (!(await holds(work, "select 1 where has_database_privilege('waybill_owner', current_database(), 'CREATE')")))
    await ownDatabase(work);
  await client.query("set local role waybill_owner");
  for (const extension of extensions) {
    if (!(await holds(work, "select 1 from pg_extension where extname = $1", [extension])))
      await client.query(`create extension ${extension} schema public`);
  }
  if (
    !(await holds(work, "select 1 from pg_namespace where nspname = 'public' and nspowner = 'waybill_owner'::regrole"))
  ) {
    if (!(await holds(work, "select 1 from pg_namespace where nspname = 'public' and pg_has_role(nspowner, 'USAGE')")))
      await client.query("reset role");
    await client.query("alter schema public owner to waybill_owner; set local role waybill_owner");
  }
  const reachable = `select 1 where has_schema_privilege('waybill_app', 'public', 'USAGE')
      and has_schema_privilege('waybill_auth', 'public', 'USAGE')`;
  if (!(await holds(work, reachable))) await client.query("grant usage on schema public to waybill_app, waybill_auth");
}

/** Only a user that may create databases may give one away; the right to create schemas in it does as well. */
async function ownDatabase({ client, database }: Work): Promise<void> {
  const name = pg.escapeIdentifier(database);
  await client.query("savepoint own");
  try {
    await client.query(`alter database ${name} owner to waybill_owner`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "42501")) throw error;
    await client.query(`rollback to own; grant create on database ${name} to waybill_owner`);
  }
}
