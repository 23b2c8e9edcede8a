import type { Job } from "#server/reactions.ts";
import { exportJobs } from "./company-exports/company-exports.jobs.ts";
import { sweepFile } from "./documents/documents.jobs.ts";
import { noteErasure } from "./erasures/erasures.jobs.ts";
import { applyImport } from "./imports/imports.jobs.ts";
import { registrationJobs } from "./registration/registration.jobs.ts";
import { mailPasswordReset } from "./passwords/passwords.jobs.ts";
import { mailAccountNotice } from "./profile/account-notices.jobs.ts";
import { mailInvitation } from "./users/users.jobs.ts";

/** Tasks that the settings leave in the outbox. */
export const jobs: readonly Job[] = [
  applyImport,
  ...exportJobs,
  mailAccountNotice,
  mailInvitation,
  mailPasswordReset,
  noteErasure,
  ...registrationJobs,
  sweepFile,
];
