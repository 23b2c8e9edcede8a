const vendors = "src/modules/warehouse/vendors";

/** One planted violation for each row of the import table; the reason is what lint has to call it. */
export const planted = [
  ["shared code that imports Node", "src/shared/a1.ts", 'import "node:fs";', "no-restricted-imports"],
  ["shared code that imports React", "src/shared/a2.ts", 'import "react";', "no-restricted-imports"],
  [
    "shared code that imports a module",
    "src/shared/a3.ts",
    'export type { A } from "#modules/warehouse/vendors/vendors.contract.ts";',
    "no-restricted-imports",
  ],
  [
    "shared code that imports the server by a path",
    "src/shared/a4.ts",
    'import "../server/db.ts";',
    "no-restricted-imports",
  ],
  [
    "a contract that imports the server",
    `${vendors}/b1.contract.ts`,
    'import type { A } from "#server/db/database.ts"; export type B = A;',
    "no-restricted-imports",
  ],
  [
    "a contract that imports the web",
    `${vendors}/b2.contract.ts`,
    'import "#web/api/api.ts";',
    "no-restricted-imports",
  ],
  [
    "a contract that imports its own server file",
    `${vendors}/b3.contract.ts`,
    'import "./vendors.server.ts";',
    "no-restricted-imports",
  ],
  ["a flow that imports Node", `${vendors}/b4.flow.ts`, 'import "node:crypto";', "no-restricted-imports"],
  [
    "a flow that imports a screen",
    `${vendors}/b5.flow.ts`,
    'export const a = () => import("./vendors.web.tsx");',
    "no-restricted-imports",
  ],
  [
    "a file without a side that imports the server",
    `${vendors}/b6.ts`,
    'import "#server/db/database.ts";',
    "no-restricted-imports",
  ],
  [
    "a server file that imports the web kit",
    `${vendors}/c1.server.ts`,
    'import "#web/api/api.ts";',
    "no-restricted-imports",
  ],
  [
    "a server file that imports a screen",
    `${vendors}/c2.server.ts`,
    'import "./vendors.web.tsx";',
    "no-restricted-imports",
  ],
  ["a job that imports React", `${vendors}/c3.jobs.ts`, 'import "react";', "no-restricted-imports"],
  ["a server file that imports main", `${vendors}/c4.server.ts`, 'import "#main/app.ts";', "no-restricted-imports"],
  [
    "a screen that imports the server kit",
    `${vendors}/d1.web.tsx`,
    'import type { A } from "#server/db/database.ts"; export type B = A;',
    "no-restricted-imports",
  ],
  [
    "a screen that imports a server file",
    `${vendors}/d2.web.tsx`,
    'import "./vendors.server.ts";',
    "no-restricted-imports",
  ],
  [
    "a screen that imports another entity's screen",
    `${vendors}/d3.web.tsx`,
    'import "../docks/docks.web.tsx";',
    "no-restricted-imports",
  ],
  [
    "a screen that imports another entity's screen later",
    `${vendors}/d4.web.tsx`,
    'export const a = () => import("#modules/warehouse/docks/docks.web.tsx");',
    "no-restricted-imports",
  ],
  [
    "a part of an entity that imports another entity's screen",
    "src/modules/warehouse/purchase-orders/lines/d6.web.tsx",
    'import "../../vendors/vendors.web.tsx";',
    "no-restricted-imports",
  ],
  ["a screen that imports main", `${vendors}/d5.web.tsx`, 'import "#main/web.tsx";', "no-restricted-imports"],
  [
    "a register of screens that imports a server file",
    "src/modules/warehouse/e1.web.tsx",
    'import "./vendors/vendors.server.ts";',
    "no-restricted-imports",
  ],
  [
    "the server kit that imports an entity",
    "src/server/f1.ts",
    'import "#modules/warehouse/vendors/vendors.server.ts";',
    "no-restricted-imports",
  ],
  ["the server kit that imports the web kit", "src/server/f2.ts", 'import "../web/api.ts";', "no-restricted-imports"],
  ["the server kit that imports main", "src/server/f3.ts", 'import "../main/app.ts";', "no-restricted-imports"],
  [
    "the web kit that imports an entity",
    "src/web/list/g1.tsx",
    'import "#modules/warehouse/vendors/vendors.contract.ts";',
    "no-restricted-imports",
  ],
  [
    "the web kit that imports the server kit",
    "src/web/g2.ts",
    'export { a } from "#server/db/database.ts";',
    "no-restricted-imports",
  ],
  ["the web kit that imports Node", "src/web/g3.ts", 'import "node:path";', "no-restricted-imports"],
  ["the web kit that imports main", "src/web/g4.ts", 'import "#main/web.tsx";', "no-restricted-imports"],
  ["a barrel", "src/server/h1.ts", 'export * from "./h2.ts";', "no-barrel-file"],
  ["a circle of files", "src/server/i1.ts", 'import { b } from "./i2.ts"; export const a = () => b;', "no-cycle"],
  [
    "a circle of types",
    "src/server/i3.ts",
    'import type { B } from "./i4.ts"; export interface A { b: B }',
    "no-cycle",
  ],
  ["a default export in a kit", "src/server/j1.ts", "export default 1;", "no-default-export"],
  ["a default export in a contract", `${vendors}/j2.contract.ts`, "export default 1;", "no-default-export"],
  ["any", "src/shared/k1.ts", "export const a = (b: any) => b;", "no-explicit-any"],
  ["a promise that nobody waits for", "src/server/l1.ts", "const a = async () => 1; a();", "no-floating-promises"],
  ["waiting for what is no promise", "src/server/l2.ts", "export const a = async () => await 1;", "await-thenable"],
  [
    "an import of types that looks like one of values",
    "src/server/m1.ts",
    'import { B } from "./m2.ts"; export type A = B;',
    "consistent-type-imports",
  ],
  [
    "an effect that forgets what it reads",
    "src/web/n1.tsx",
    'import { useEffect } from "react"; export function A({ b }: { b: string }) { useEffect(() => { document.title = b; }, []); return null; }',
    "exhaustive-deps",
  ],
  ["a file of more than 350 lines", "src/shared/o1.ts", "\n".repeat(351), "max-lines"],
] as const;

/** What the table allows. */
export const allowed = [
  [
    "src/shared/z1.ts",
    'import { z } from "zod"; import { a } from "#shared/contract/problem.ts"; import { b } from "./z2.ts"; export const c = [z, a, b];',
  ],
  [
    `${vendors}/z3.contract.ts`,
    'import { a } from "#shared/contract/contract.ts"; import { b } from "../docks/docks.contract.ts"; import { c } from "#modules/settings/users/users.flow.ts"; export const d = [a, b, c];',
  ],
  [
    `${vendors}/z4.server.ts`,
    'import { a } from "#server/records/crud.ts"; import { b } from "../docks/docks.server.ts"; import { c } from "./z3.contract.ts"; export default [a, b, c];',
  ],
  [
    `${vendors}/z5.web.tsx`,
    'import { a } from "#web/api/api.ts"; import { b } from "../docks/docks.contract.ts"; import { c } from "./vendors.form.web.tsx"; export const d = [a, b, c];',
  ],
  ["src/modules/warehouse/purchase-orders/lines/z8.web.tsx", 'import "../z9.web.ts"; import "../mails/z9.web.tsx";'],
  ["src/modules/warehouse/z6.web.tsx", 'export const a = () => import("./vendors/vendors.web.tsx");'],
  [
    "src/main/z7.ts",
    'import { a } from "#server/db/database.ts"; import { b } from "#modules/warehouse/warehouse.server.ts"; export const c = [a, b];',
  ],
] as const;

/** Files that the planted ones need beside them. */
export const others = [
  ["src/server/h2.ts", "export const a = 1;"],
  ["src/server/i2.ts", 'import { a } from "./i1.ts"; export const b = () => a;'],
  ["src/server/i4.ts", 'import type { A } from "./i3.ts"; export interface B { a: A }'],
  ["src/server/m2.ts", "export interface B { c: string }"],
] as const;
