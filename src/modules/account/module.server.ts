import { serverModule } from "#server/http/modules.ts";
import { account } from "./module.ts";
import ownSessions from "./own-sessions/own-sessions.server.ts";
import { mailPasswordReset } from "./passwords/passwords.jobs.ts";
import passwords from "./passwords/passwords.server.ts";
import { mailAccountNotice } from "./profile/account-notices.jobs.ts";
import profile from "./profile/profile.server.ts";
import { registrationDecided } from "./registration/decision.server.ts";
import { registrationJobs } from "./registration/registration.jobs.ts";
import registrations from "./registration/registration.server.ts";
import { factorRemoved } from "./second-factor/factor.server.ts";
import secondFactor from "./second-factor/second-factor.server.ts";
import { browsersForgotten } from "./session/known-device.server.ts";
import session from "./session/session.server.ts";
import { stepsEnded } from "./session/sign-in-step.server.ts";

export const accountServer = serverModule(account, {
  serves: [ownSessions, passwords, profile, registrations, secondFactor, session],
  records: [],
  jobs: [mailAccountNotice, mailPasswordReset, ...registrationJobs],
  reactions: [browsersForgotten, factorRemoved, ...registrationDecided, ...stepsEnded],
});
