// @ts-check
// npm run rotate-secret: see docs/operations-secrets.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/secrets/main.ts");
