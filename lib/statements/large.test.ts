import { expect, it } from "vitest";
import { StatementFile } from "./read-statement";
import { TEST_ACCOUNT } from "./testing-files";

const LINES = 200_000;

it("reads a bank statement of 200,000 lines as CSV, and reports progress", async () => {
  const rows = ["Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance"];
  for (let index = 1; index <= LINES; index++)
    rows.push(
      `${String(1 + (index % 3)).padStart(2, "0")}/11/2026,01/11/2026,S${index},"NIP/ADA, O'BRIEN/LEVY OF MARKET ${index}",,"1,000.50","${(index * 1000.5).toFixed(2)}"`,
    );
  const bytes = new TextEncoder().encode(rows.join("\n"));
  rows.length = 0;
  const layout = {
    columns: { date: "Trans Date", narration: ["Narration"], debit: "Debit", credit: "Credit", balance: "Balance" },
    date_format: "dmy" as const,
  };
  const progress: number[] = [];
  const file = await StatementFile.open(bytes);
  const result = file.read({ accountNumber: TEST_ACCOUNT, layout, balances: null }, (row) => progress.push(row));
  expect(result).toMatchObject({ statement: { opening: 0, closing: LINES * 100_050, fromDay: "2026-11-01" } });
  expect("statement" in result && result.statement.lines.at(-1)).toMatchObject({ line: LINES + 1, amount: 100_050 });
  expect(progress).toHaveLength(LINES / 10_000);
});
