// Quick enough to run before each push: everything static, and the laws of the code.
import { checkStatically, install, step } from "./launcher.mjs";

install();
await checkStatically();
await step("laws", "vitest", ["run", "--project", "server", "src/main/laws", "src/main/import-law"]);
