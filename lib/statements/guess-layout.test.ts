import { describe, expect, it } from "vitest";
import { completeLayout, type StatementLayout } from "./layout";
import { StatementFile } from "./read-statement";
import { TEST_ACCOUNT } from "./testing-files";

async function guess(file: string) {
  const opened = await StatementFile.open(new TextEncoder().encode(file));
  const result = opened.read({ accountNumber: TEST_ACCOUNT, layout: null, balances: null }, () => {});
  if (!("missing" in result) || result.missing !== "layout") throw new Error("no guess");
  return result;
}

/** Headers as banks write them, a line below each, and the columns that should be guessed. */
const SHAPES: [bank: string, header: string, line: string, columns: StatementLayout["columns"]][] = [
  [
    "with the narration last",
    "Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks",
    "02-Nov-2026,02-Nov-2026,'0012345,,1.00,2.00,635 CALABAR,NIP TRANSFER",
    {
      date: "Trans. Date",
      narration: ["Remarks"],
      reference: "Reference",
      debit: "Debits",
      credit: "Credits",
      balance: "Balance",
    },
  ],
  [
    "in capitals",
    "TRAN DATE,VALUE DATE,NARRATION,CHQ.NO,DEBIT,CREDIT,BALANCE",
    "02-11-2026,02-11-2026,TNF ADA,000123,,1.00,2.00",
    {
      date: "TRAN DATE",
      narration: ["NARRATION"],
      reference: "CHQ.NO",
      debit: "DEBIT",
      credit: "CREDIT",
      balance: "BALANCE",
    },
  ],
  [
    "with deposits before withdrawals",
    "TransDate,Reference,Transaction Details,ValueDate,Deposit,Withdrawal,Balance",
    "02/11/26,S123,NIP,02/11/26,1.00,,2.00",
    {
      ...{ date: "TransDate", narration: ["Transaction Details"], reference: "Reference" },
      ...{ debit: "Withdrawal", credit: "Deposit", balance: "Balance" },
    },
  ],
  [
    "with the posted date",
    "DATE POSTED,VALUE DATE,DESCRIPTION,DEBIT,CREDIT,BALANCE",
    "02/11/2026,02/11/2026,CHARGE,1.00,,2.00",
    { date: "DATE POSTED", narration: ["DESCRIPTION"], debit: "DEBIT", credit: "CREDIT", balance: "BALANCE" },
  ],
  [
    "with particulars and an instrument's id",
    "Tran Date,Value Date,Tran Particulars,Instr Id,Withdrawals (NGN),Lodgements (NGN),Balance (NGN)",
    "02/11/2026,02/11/2026,CASH,77,1.00,,2.00",
    {
      ...{ date: "Tran Date", narration: ["Tran Particulars"], reference: "Instr Id", balance: "Balance (NGN)" },
      ...{ debit: "Withdrawals (NGN)", credit: "Lodgements (NGN)" },
    },
  ],
  [
    "of a payment company, with balances before and after",
    "Date,Transaction Ref,Narration,Transaction Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Balance Before (NGN),Balance After (NGN)",
    "2026-11-02T10:11:12,T1,POS,1.00,,0.99,1.00,1.99",
    {
      ...{ date: "Date", narration: ["Narration"], reference: "Transaction Ref", balance: "Balance After (NGN)" },
      ...{ debit: "Settlement Debit (NGN)", credit: "Settlement Credit (NGN)" },
    },
  ],
  [
    "with one amount and a mark",
    "Transaction Date,Amount,Tran Type,Description,Session ID",
    "02/11/2026,1.00,C,NIP,0000123",
    {
      date: "Transaction Date",
      narration: ["Description"],
      reference: "Session ID",
      amount: "Amount",
      direction: "Tran Type",
    },
  ],
];

describe("guessed columns", () => {
  it.each(SHAPES)("guesses the columns of a statement %s", async (_, header, line, columns) => {
    const { draft } = await guess(["Statement of account", header, line].join("\n"));
    const layout = completeLayout(draft);
    expect(layout).toMatchObject({ columns });
    expect(typeof layout !== "string" && Object.keys(layout.columns).sort()).toEqual(Object.keys(columns).sort());
  });

  it.each([
    ["dmy", "02/11/2026"],
    ["dmy", "13 November 2026"],
    ["mdy", "11/13/2026"],
    ["mdy", "Nov 2, 2026"],
    ["ymd", "2026-11-02"],
    ["ymd", "20261102"],
  ])("guesses the date format %s from %s", async (format, date) => {
    expect((await guess(`Date,Narration,Debit,Credit\n"${date}",A,,1.00`)).draft.date_format).toBe(format);
  });

  it("guesses the columns of a statement without a header by their values", async () => {
    const { columns, draft, preview } = await guess(
      "02/11/2026,NIP TRANSFER FROM ADA,1.00,2.00\n03/11/2026,CHARGE,1.00,3.00",
    );
    expect(columns).toEqual(["Column A", "Column B", "Column C", "Column D"]);
    expect(draft).toMatchObject({ kind: "signed", columns: { date: "Column A", narration: ["Column B"] } });
    expect(preview).toHaveLength(2);
  });

  it("distinguishes columns with the same name by a number, and names columns without a name by their letter", async () => {
    const { columns } = await guess("Date,Amount,Amount,,Details\n02/11/2026,1.00,2.00,3,A,rest");
    expect(columns).toEqual(["Date", "Amount", "Amount (2)", "Column D", "Details", "Column F"]);
  });
});

describe("an incomplete layout", () => {
  const columns = {
    date: "A",
    narration: ["B"],
    reference: "",
    amount: "C",
    debit: "",
    credit: "",
    direction: "",
    balance: "",
  };
  const draft = { kind: "signed", columns, date_format: "dmy" } as const;
  it.each([
    ["Choose the column of the date.", { date: "" }, "signed"],
    ["Choose at least one column of the narration.", { narration: [] }, "signed"],
    ["Choose at most 6 columns of the narration.", { narration: [..."BDEFGHI"] }, "signed"],
    ["Choose the column of the amount.", { amount: "" }, "signed"],
    ["Choose the columns of debits and credits.", { debit: "D" }, "two"],
    ["Choose the column that contains DR or CR.", {}, "marked"],
    ["Date, amounts and balance need columns of their own.", { balance: "C" }, "signed"],
  ] as const)("completeLayout returns the instruction “%s” for an incomplete layout", (message, change, kind) => {
    const changed = { ...columns, ...change };
    expect(completeLayout({ ...draft, kind, columns: { ...changed, narration: [...changed.narration] } })).toBe(
      message,
    );
  });
});
