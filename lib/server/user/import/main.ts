import "server-only";
import { formatCount } from "@/lib/format";
import { printLine } from "@/lib/server/base/run-command";
import { importReportPath, runImportCommand } from "./import-command";
import { importRegister } from "./import-register";

/** Runs `npm run import-users`; see docs/operations.md. */
runImportCommand(
  "Use: npm run import-users -- register.csv --app <name of the app> [--apply]",
  async ({ db, file, app, isDryRun, onRow }) => {
    const started = Date.now();
    const counts = await importRegister(db, file, {
      ...{ app, isDryRun, onRow },
      onProgress: ({ rows }) => process.stderr.write(`\r${formatCount(rows)} rows`),
    });
    const { rows, opened, unchanged, refused, isDone } = counts;
    const seconds = ((Date.now() - started) / 1_000).toFixed(1);
    const conditional = isDryRun ? "would be " : "";
    process.stderr.write("\n");
    printLine(
      isDone ? "This file was imported before. Nothing was changed." : `${formatCount(rows)} rows in ${seconds} s.`,
    );
    printLine(
      `${formatCount(opened)} accounts ${conditional}opened, ${formatCount(unchanged)} unchanged, ${formatCount(refused)} refused.`,
    );
    if (!isDone) printLine(`Each row is in ${importReportPath(file)}.`);
    if (isDryRun) printLine("This was a dry run: nothing was written. Add --apply to import.");
  },
);
