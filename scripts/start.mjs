import { build, handOver, inLittleMemory, install } from "./launcher.mjs";

install();
build();
handOver(["src/main/server.ts", ...process.argv.slice(2)], inLittleMemory());
