/**
 * Where people may be named in tables that are no record's: in columns of their own, in what somebody wrote, in what was
 * sent. Those of records stand in their descriptors. An erasure looks through all of these.
 */
export const personal: Readonly<Record<string, readonly string[]>> = {
  company_registrations: ["draft", "rejection_reason"],
  events: ["actor_name", "reason", "note", "address", "changes"],
  files: ["name", "note"],
  idempotency_keys: ["reply"],
  import_files: ["names"],
  import_mappings: ["mapping"],
  import_rows: ["cells", "value", "errors", "changes"],
  imports: ["file_name", "sheet_columns", "mapping", "reading", "failure", "started_by_name"],
  links: ["recipient", "used_by_name"],
  mails: ["recipient", "subject", "error"],
  outbox: ["payload"],
  registrations: ["email", "first_name", "last_name", "address"],
  saved_views: ["name", "search"],
  sessions: ["address"],
};

/** Columns that sound like a person and name none; the reason beside each. */
export const notPersonal: Readonly<Record<string, string>> = {
  "bookings.reason": "one of six words",
  "currencies.name": "the name of a thing",
  "imports.notes": "units, and how many rows are taken for them",
  "job_cursors.name": "the name of a thing",
  "job_cursors.position": "where a job goes on",
  "links.revoked_reason": "one of four words",
  "migrations.name": "the name of a thing",
};
