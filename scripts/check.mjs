// Quick enough to run before each push: everything static, and the conventions of the code.
import { checkStatically, install, step } from "./launcher.mjs";

install();
await checkStatically();
await step("conventions", "vitest", ["run", "--project", "server", "src/main/conventions"]);
