import type { Holder } from "#shared/permissions/permissions.ts";
import type { MenuItem } from "#shared/contract/screens.ts";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import type { StateName } from "../ui/status/state-names.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Module {
  readonly id: string;
  readonly fullName: string;
}

/** The signed-in user (specification, section 3), as far as the frame needs it. */
export interface User extends Holder {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: Named & { readonly logo: string | null; readonly timezone: string; readonly notice: string | null };
  /** What the company calls states of the product. */
  readonly stateNames: readonly StateName[];
  /** What lists open with, by the path of their route: the address of the user's default view. */
  readonly listStarts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the company calls units in its own words. */
  readonly unitNames: OwnUnitNames;
  readonly roles: readonly Named[];
  readonly modules: readonly Module[];
  readonly selectedModule: Module | null;
  readonly menus: readonly MenuItem[];
  readonly selectedMenu: { readonly to: string };
  readonly isUserRegistrationDone: boolean;
  readonly isUserApproved: boolean;
  readonly locale: string;
  readonly timezone: string;
  readonly units: "metric" | "imperial";
  /** The address of the picture. */
  readonly photo: string | null;
  /** What the user chose; null is as the company has it. */
  readonly profile: {
    readonly phone: string | null;
    readonly locale: "en" | "de" | null;
    readonly timezone: string | null;
  };
}

/** What `GET /api/settings` tells everybody. */
export interface Settings {
  readonly app_url: string;
  readonly product: string;
  readonly version: string;
  readonly mails_are_kept: boolean;
  /** Whether strangers may register their company. */
  readonly registration: boolean;
  readonly demo: { readonly password: string; readonly accounts: readonly DemoAccount[] } | null;
}

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly module: string;
}
