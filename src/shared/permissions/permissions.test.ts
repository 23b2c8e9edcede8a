import { expect, test } from "vitest";
import { permissionList, permissionNames } from "./permission-list.ts";
import { allows } from "./permissions.ts";

const holder = (over: { permissions?: Record<string, boolean>; roleMap?: Record<string, boolean> } = {}) => ({
  permissions: {},
  roleMap: {},
  ...over,
});

test("[PERM-1] a check passes when one of its names is true in the permissions or the roles of a user", () => {
  const buyer = holder({ permissions: { CAN_VIEW: true, CAN_EDIT_VENDORS: false }, roleMap: { BUYER: true } });
  expect(allows(buyer, ["CAN_VIEW"])).toBe(true);
  expect(allows(buyer, ["CAN_EDIT_VENDORS", "CAN_VIEW"])).toBe(true);
  expect(allows(buyer, ["BUYER"])).toBe(true);
  expect(allows(buyer, ["CAN_EDIT_VENDORS"])).toBe(false);
  expect(allows(buyer, ["CAN_RECEIVE", "RECEIVER"])).toBe(false);
});

test("[PERM-1] an empty list passes for nobody, and neither does a check without a user", () => {
  expect(allows(holder({ permissions: { CAN_VIEW: true } }), [])).toBe(false);
  expect(allows(null, ["CAN_VIEW"])).toBe(false);
  expect(allows(undefined, [])).toBe(false);
});

test("[PERM-1] what every object carries is no permission", () => {
  expect(allows(holder(), ["toString", "constructor", "__proto__"])).toBe(false);
});

test("[PERM-2] SUPER_ADMIN passes every check whose list is not empty", () => {
  const root = holder({ roleMap: { SUPER_ADMIN: true } });
  for (const name of permissionNames) expect(allows(root, [name])).toBe(true);
  expect(allows(root, ["anything at all"])).toBe(true);
  expect(allows(root, [])).toBe(false);
  expect(allows(holder({ roleMap: { SUPER_ADMIN: false } }), ["CAN_VIEW"])).toBe(false);
});

test("every permission has a meaning that a person can read", () => {
  for (const { name, meaning } of permissionList) expect(meaning, name).toMatch(/^[A-Z].{5,}[^.]$/);
});
