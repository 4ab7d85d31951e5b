// Runs the embedded PostgreSQL in a process that tests can kill. Bundled by the test, then run with the folder as its argument. Prints its
// URL.
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";

// Behaves like Next.js: SIGTERM calls process.exit, even during startup, and a timer keeps the process alive until
// then.
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 60_000);
const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? "", log: () => {} });
process.stdout.write(`${url}\n`);
