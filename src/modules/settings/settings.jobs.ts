import type { Job } from "#server/reactions.ts";
import { sweepFile } from "./documents/documents.jobs.ts";
import { applyImport } from "./imports/imports.jobs.ts";
import { registrationJobs } from "./registration/registration.jobs.ts";
import { mailPasswordReset } from "./passwords/passwords.jobs.ts";
import { mailAccountNotice } from "./profile/account-notices.jobs.ts";
import { mailInvitation } from "./users/users.jobs.ts";

/** Tasks that the settings leave in the outbox. */
export const jobs: readonly Job[] = [applyImport, mailAccountNotice, mailInvitation, mailPasswordReset, ...registrationJobs, sweepFile];
