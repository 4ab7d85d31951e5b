// @ts-check
// npm run rotate-secret: encrypts stored values again with a new APP_SECRET (docs/operations-secrets.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/secrets/main.ts");
