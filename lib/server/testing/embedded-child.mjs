// Runs the supervisor in a process that tests can kill: node embedded-child.mjs <folder>, prints the address.
import { createViteServer } from "vitest/node";

const vite = await createViteServer({
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { startEmbeddedPostgres } = await vite.ssrLoadModule("/lib/server/db/embedded.ts");
await vite.close();

// As Next does it: the end is process.exit, also during start, and until then something keeps the process alive.
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 60_000);
const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => {} });
console.log(url);
