import { build, handOver, install } from "./launcher.mjs";

install();
build();
handOver(["src/main/server.ts", ...process.argv.slice(2)]);
