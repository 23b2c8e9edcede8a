import { kebab, type RouteShape } from "#shared/contract/contract.ts";
import type { Flow, Step } from "#shared/flow/flow.ts";
import { humanise } from "#shared/format/names.ts";
import { standardRoles } from "#shared/permissions/permission-entry.ts";
import { installationOnly, permissionList } from "#shared/permissions/permission-list.ts";
import { inputSchema } from "./conform/samples.ts";

/** docs/api.md: every route, who may call it, what it takes. */
export function apiDoc(contracts: readonly Readonly<Record<string, RouteShape>>[]): string {
  const routes = contracts.flatMap((contract) => Object.values(contract));
  const groups = Map.groupBy(
    routes.toSorted((a, b) => (groupOf(a) < groupOf(b) ? -1 : groupOf(a) > groupOf(b) ? 1 : 0)),
    groupOf,
  );
  const sections = [...groups].map(
    ([group, own]) =>
      `## ${group}\n\n| Call | What it does | Who may | Takes |\n|---|---|---|---|\n${own.map(row).join("\n")}\n`,
  );
  return `# API

Written by \`src/main/conventions/docs.test.ts\` from the contracts; do not edit ${
    "(`UPDATE_DOCS=1 npm test -- conventions/docs` writes it anew). " +
    "The whole of it, machine-readable, is at `/api/openapi.json`."
  }

${routes.length} routes. Every write needs the anti-forgery pair of \`GET /api/settings\`; every POST takes an \`Idempotency-Key\`.

${sections.join("\n")}`;
}

const groupOf = ({ path }: RouteShape): string =>
  path
    .split("/")
    .slice(2, 4)
    .filter((part) => !part.startsWith(":"))
    .join("/");

function row({ method, path, summary, can, query, body }: RouteShape): string {
  const takes = [query && `?${names(query)}`, body && `{ ${names(body)} }`].filter(Boolean).join(" ");
  return `| \`${method} ${path}\` | ${summary} | ${[can].flat().join(", ")} | ${takes ? `\`${takes}\`` : ""} |`;
}

/** Names of what a schema takes; those that must be there carry a star. */
function names(schema: NonNullable<RouteShape["query"]>): string {
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.keys(properties)
    .map((name) => `${name}${required.includes(name) ? "*" : ""}`)
    .join(", ");
}

/** docs/permissions.md: each permission with the roles that hold it in a new company. */
export function permissionDoc(): string {
  const heads = [
    "Permission",
    "What it lets somebody do",
    ...standardRoles.map((role) => humanise(role.toLowerCase())),
  ];
  const rows = permissionList
    .filter(({ name }) => !installationOnly.includes(name))
    .map(({ name, meaning, heldBy }) =>
      [name, meaning, ...standardRoles.map((role) => (heldBy.includes(role) ? "yes" : ""))].join(" | "),
    );
  return `# Permissions

Written by \`src/main/conventions/docs.test.ts\` from the list of permissions; do not edit. The company's administrator holds all of them, and SUPER_ADMIN passes every check.

| ${heads.join(" | ")} |
|${"---|".repeat(heads.length)}
${rows.map((cells) => `| ${cells} |`).join("\n")}
`;
}

/** docs/flows/<entity>.md: the states of an entity, drawn. */
export function flowDoc(entity: string, flow: Flow): string {
  const steps = Object.entries(flow.steps);
  const moves = steps.flatMap(([name, step]) =>
    step.from.flatMap((state) => targets(step).map((next) => ({ state, next, name }))),
  );
  const edges = moves.map(({ state, next, name }) => `  ${state} --> ${next}: ${kebab(name)}`);
  const ends = flow.states
    .filter((state) => !moves.some((move) => move.state === state && move.next !== state))
    .map((state) => `  ${state} --> [*]`);
  const rows = steps.map(([name, step]) =>
    [
      `| \`${kebab(name)}\` | ${step.from.join(", ")} | ${goal(step)} | ${[step.can].flat().join(", ")}`,
      `${step.input ? names(step.input) : ""} | ${step.guard ? guardName(step.guard) : ""} | \`${step.done}\` |`,
    ].join(" | "),
  );
  return `# ${humanise(entity.replaceAll("-", " "))}

Written by \`src/main/conventions/docs.test.ts\` from \`${entity}.flow.ts\`; do not edit.

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${flow.start}
${[...edges, ...ends].join("\n")}
\`\`\`

The ordinary form changes it while it is: ${flow.editable.join(", ") || "never"}.

| States that are treated alike | |
|---|---|
${Object.entries(flow.groups)
  .map(([name, states]) => `| \`${name}\` | ${states.join(", ")} |`)
  .join("\n")}

| Step | From | To | Who may | Asks for | Besides | Event |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

/** A step that may end in each state that it starts in leaves the state as it is, or moves on to one of the others. */
const stays = ({ from, to }: Step): boolean => Array.isArray(to) && from.every((state) => to.includes(state));
const beyond = ({ from, to }: Step): string[] => [to].flat().filter((state) => !from.includes(state));
const targets = (step: Step): readonly string[] => (stays(step) ? beyond(step) : [step.to].flat());
const goal = (step: Step): string => (stays(step) ? ["stays", ...beyond(step)] : [step.to].flat()).join(" or ");

const guardName = (guard: { readonly name: string }): string =>
  guard.name === "guard" ? "a rule of its own" : humanise(guard.name).toLowerCase();
