import "server-only";
import { formatCount, formatMoney, pluralize } from "@/lib/format";
import { printLine } from "@/lib/server/base/run-command";
import { importReportPath, runImportCommand } from "@/lib/server/user/import/import-command";
import { FileError } from "@/lib/server/user/import/read-file";
import { importBalances } from "./import-balances";

/** Maximum number of printed invalid lines; the report contains all. */
const MAX_SHOWN = 20;

/** Runs `npm run import-balances`; see docs/operations.md. */
runImportCommand(
  "Use: npm run import-balances -- balances.csv --app <name of the app> [--apply]",
  async ({ db, file, app, isDryRun, onRow }) => {
    let shownCount = 0;
    const { lines, amount, zeros, wrong, isDone } = await importBalances(db, file, {
      ...{ app, isDryRun },
      onRow: (outcome) => {
        onRow(outcome);
        if (outcome.reason && ++shownCount <= MAX_SHOWN) printLine(`Line ${outcome.line}: ${outcome.reason}`);
      },
      onProgress: (counts) =>
        process.stderr.write(`\r${formatCount(counts.lines + counts.zeros + counts.wrong)} lines`),
    });
    process.stderr.write("\n");
    if (wrong > MAX_SHOWN) printLine(`… and ${formatCount(wrong - MAX_SHOWN)} more.`);
    if (isDone) printLine("This file was stored before. Nothing was changed.");
    else printLine(`Each line is in ${importReportPath(file)}.`);
    printLine(
      `${pluralize(lines, "opening balance")}, ${formatMoney(amount)} in all; ${formatCount(zeros)} of zero, ${formatCount(wrong)} wrong.`,
    );
    if (isDone) return;
    if (wrong && !isDryRun)
      throw new FileError("Nothing was stored. Correct the wrong lines and run the command again.");
    if (isDryRun) printLine("This was a dry run: nothing was stored. Add --apply once no line is wrong.");
    else
      printLine(
        "The file is stored. In System Wallet, Opening balances, an admin requests the posting and another approves it.",
      );
  },
);
