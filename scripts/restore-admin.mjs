// @ts-check
// npm run restore-admin: see docs/procedures.md, "Rights lost".
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/rp/restore-admin-command.ts");
