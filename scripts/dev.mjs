// The server, started again when a file of it changes, and Vite in front of it. Open Vite's address.
import { install, start } from "./launcher.mjs";

install();
const port = process.env.PORT || "4400";
const children = [
  start(["--watch", "--watch-preserve-output", "src/main/server.ts"], { PORT: port }),
  start(["node_modules/vite/bin/vite.js", "--host", "127.0.0.1"], { WAYBILL_API: `http://127.0.0.1:${port}` }),
];
const stopAll = () => children.forEach((child) => child.kill("SIGTERM"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stopAll);
for (const child of children) child.on("exit", stopAll);
