import { build, checkStatically, install, step } from "./launcher.mjs";

install();
await checkStatically();
await step("unit and server tests", "vitest", ["run", "--project", "unit", "--project", "server"]);
build();
await step("browser tests", "vitest", ["run", "--project", "browser", "--passWithNoTests"]);
