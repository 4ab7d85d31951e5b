// @ts-check
// npm run restore-admin: makes a named admin full administrator again if none is left (docs/procedures.md, "Rights lost").
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/rp/restore-admin-command.ts");
