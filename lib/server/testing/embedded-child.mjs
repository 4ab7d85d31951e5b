// Runs the embedded PostgreSQL in a process that tests can kill. Usage: node embedded-child.mjs <folder>. Prints its
// URL.
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

// Behaves like Next.js: SIGTERM calls process.exit, even during startup, and a timer keeps the process alive until
// then.
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 60_000);
const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => {} });
console.log(url);
