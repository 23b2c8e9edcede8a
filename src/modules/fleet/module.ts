import { defineModule } from "#shared/contract/module.ts";

export const fleet = defineModule({ id: "fleet", title: "Fleet", screens: [] });
