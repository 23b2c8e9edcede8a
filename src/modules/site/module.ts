import { defineModule } from "#shared/contract/module.ts";

/** What visitors see before they sign in. */
export const site = defineModule({ id: "site", title: "Site", screens: [] });
