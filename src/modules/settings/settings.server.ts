import companyTypes from "./company-types/company-types.server.ts";
import imports from "./imports/imports.server.ts";
import links from "./links/links.server.ts";
import mails from "./mails/mails.server.ts";
import session from "./session/session.server.ts";

/** What the settings serve. */
export const settings = [companyTypes, imports, links, mails, session];
