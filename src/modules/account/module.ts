import { defineModule } from "#shared/contract/module.ts";

/** Registration, sign-in and what everybody keeps of themselves; it has no menu of its own. */
export const account = defineModule({
  id: "account",
  title: "Account",
  screens: [{ path: "/profile", title: "Profile", can: "CAN_VIEW" }],
});
