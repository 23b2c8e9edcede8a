import { defineModule } from "#shared/module.ts";

export const fleet = defineModule({ id: "fleet", title: "Fleet", screens: [] });
