import { describe, expect, it } from "vitest";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { readTestFile, readTestStatement, TEST_ACCOUNT } from "./testing-files";

/** Title rows, period and balances above the header, quoted amounts, and totals below. */
const WITH_TITLE = `ZENITH BANK PLC
Account Number:,${TEST_ACCOUNT}
Account Name:,"CROSS RIVER STATE, IRS"
Period:,01/11/2026,to,30/11/2026
Currency:,NGN
Opening Balance:,"1,000.00"
Closing Balance:,"5,996.50"

Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance
02/11/2026,02/11/2026,S1,"NIP/ADA, O'BRIEN/PSTK_991",,"5,000.50","6,000.50"
03/11/2026,03/11/2026,S2,SMS CHARGE,4.00,,"5,996.50"
,,,Total,4.00,"5,000.50",
*** END OF STATEMENT ***,,,,,,
`;

const csv = (...rows: string[]) => rows.join("\n");
const amounts = async (...input: Parameters<typeof readTestStatement>) =>
  (await readTestStatement(...input)).lines.map(({ amount }) => amount);

describe("files of Nigerian banks", () => {
  it("reads a CSV statement with title rows, a period and quoted amounts, and ignores totals", async () => {
    expect(await readTestStatement(WITH_TITLE)).toEqual({
      accountNumber: TEST_ACCOUNT,
      fromDay: "2026-11-01",
      toDay: "2026-11-30",
      statesPeriod: true,
      opening: 100_000,
      closing: 599_650,
      lines: [
        {
          line: 10,
          day: "2026-11-02",
          amount: 500_050,
          balance: 600_050,
          narration: "NIP/ADA, O'BRIEN/PSTK_991",
          reference: "S1",
        },
        { line: 11, day: "2026-11-03", amount: -400, balance: 599_650, narration: "SMS CHARGE", reference: "S2" },
      ],
    });
  });

  it("reads a CSV statement with month names, semicolons, Windows line ends and Windows-1252 encoding", async () => {
    const text = csv(
      "Posting Date;Particulars;Instr No.;Withdrawals;Lodgements;Balance",
      "30-NOV-26;Transfer from Zo\u00eb N'Dour;000123;0.00;1,500.00;2,500.00\r",
      "30-NOV-26;VAT;;7.50;0.00;2,492.50\r",
    );
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const statement = await readTestStatement(bytes);
    expect(statement).toMatchObject({ statesPeriod: false, toDay: "2026-11-30", opening: 100_000, closing: 249_250 });
    expect(statement.lines[0]).toMatchObject({ narration: "Transfer from Zoë N'Dour", reference: "000123" });
  });

  it("puts the lines of a statement that is newest first in chronological order, also within one day", async () => {
    const statement = await readTestStatement(
      csv(
        "Transaction Date\tRemarks\tDebit Amount\tCredit Amount\tBalance",
        "2026-11-30 14:05:11\tthird\t\t30.00\t160.00",
        "2026-11-30 09:00:00\tsecond\t\t20.00\t130.00",
        "2026-11-30 08:00:00\tfirst\t\t10.00\t110.00",
      ),
    );
    expect(statement.lines.map(({ narration, line }) => [narration, line])).toEqual([
      ["first", 4],
      ["second", 3],
      ["third", 2],
    ]);
    expect(statement).toMatchObject({ opening: 10_000, closing: 16_000 });
  });

  it("reads the amounts of a statement with one unsigned column and a column with DR or CR", async () => {
    const file = csv(
      "Txn Date,Description,Amount (NGN),DR/CR,Running Balance",
      "01/11/2026,Levy,\u20a6500.00,CR,\u20a61500.00CR",
      "02/11/2026,Fee,10.00,DR,1490.00 CR",
    );
    expect(await amounts(file)).toEqual([50_000, -1_000]);
  });

  it("reads the amounts of a statement with one signed column, negative in brackets or with a trailing minus", async () => {
    const file = csv(
      "Date,Description,Amount,Balance",
      '01/11/2026,A,"(1,234.50)",-234.50',
      "02/11/2026,B,1234.5-,-1469.00",
      "03/11/2026,C,+2000,531",
    );
    expect(await amounts(file)).toEqual([-123_450, -123_450, 200_000]);
  });

  it("reads a debit column with minus signs, and a negative amount among positive debits as a reversal", async () => {
    const head = "Date,Narration,Debit,Credit,Balance";
    expect(await amounts(csv(head, "01/11/2026,A,-10.00,,90.00", "02/11/2026,B,,5.00,95.00"))).toEqual([-1_000, 500]);
    expect(await amounts(csv(head, "01/11/2026,A,10.00,,90.00", "02/11/2026,B,-10.00,,100.00"))).toEqual([
      -1_000, 1_000,
    ]);
  });

  it("reads a statement's balances from its rows Balance B/F and Closing Balance", async () => {
    const statement = await readTestStatement(
      csv(
        "Date,Narration,Debit,Credit,Balance",
        "01/11/2026,Balance B/F,,,100.00",
        "02/11/2026,Opening balance refund of a customer at the market,,10.00,110.00",
        ",Closing Balance,,,110.00",
      ),
    );
    expect(statement).toMatchObject({ opening: 10_000, closing: 11_000 });
    expect(statement.lines).toHaveLength(1);
  });

  it("skips the repeated header of each page, and lines with the amount zero", async () => {
    const head = "Date,Narration,Debit,Credit,Balance";
    const file = csv(head, "01/11/2026,A,,10.00,110.00", head, "Page 2 of 2,,,,", "01/11/2026,Memo,0.00,0.00,110.00");
    expect(await amounts(file)).toEqual([1_000]);
  });

  it("reads a statement without a header by guessing the columns from their values", async () => {
    const file = csv("01/11/2026,Market levy of Ada,10.00,110.00", "02/11/2026,Market levy of Obi,20.00,130.00");
    const layout = {
      columns: { date: "Column A", narration: ["Column B"], amount: "Column C", balance: "Column D" },
      date_format: "dmy",
    } as const;
    expect(
      await amounts(file, { layout: { ...layout, columns: { ...layout.columns, narration: ["Column B"] } } }),
    ).toEqual([1_000, 2_000]);
  });

  it("reads an Excel statement with dates, serial dates, and balances with rounding errors of formulas", async () => {
    const day = { attributes: 's="1"', xml: "<v>46356</v>" };
    const sheet = [
      ["Trans Date", "Remarks", "Reference", "Debit", "Credit", "Balance"],
      [day, "First", "R1", null, 0.1, 0.1],
      [46_357, '=HYPERLINK("http://x")', "R2", null, 0.2, 0.30000000000000004],
    ];
    const statement = await readTestStatement(makeWorkbook([{ rows: sheet }]));
    expect(statement).toMatchObject({ fromDay: "2026-11-30", toDay: "2026-12-01", opening: 0, closing: 30 });
    expect(statement.lines[1]?.narration).toBe('=HYPERLINK("http://x")');
  });

  it("joins the narration columns of a statement line, then cleans and truncates the narration", async () => {
    const file = csv(
      "Date,Narration,Payer,Amount,Balance",
      `01/11/2026,"Levy\u200b\u00a0 from\nmarket",Ada\u0001,10,110`,
      `02/11/2026,${"x".repeat(400)},,10,120`,
    );
    const layout = {
      columns: { date: "Date", narration: ["Narration", "Payer"], amount: "Amount", balance: "Balance" },
      date_format: "dmy" as const,
    };
    const { lines } = await readTestStatement(file, { layout });
    expect(lines.map(({ narration }) => narration)).toEqual(["Levy from market Ada", "x".repeat(300)]);
  });
});

describe("what is missing", () => {
  const file = csv("Date,Narration,Amount", "01/11/2026,A,10.00", "03/11/2026,B,-4.00");

  it("asks the admin for the balances that a statement's file lacks, then checks the lines against the entered balances", async () => {
    expect(await readTestFile(file)).toEqual({
      missing: "balances",
      fromDay: "2026-11-01",
      toDay: "2026-11-03",
      lines: 2,
    });
    expect(await readTestStatement(file, { balances: { opening: 100, closing: 700 } })).toMatchObject({ closing: 700 });
    await expect(readTestFile(file, { balances: { opening: 100, closing: 701 } })).rejects.toThrow(
      "Line 3: the opening balance ₦1.00 and all lines make ₦7.00, but the closing balance is ₦7.01. The difference is ₦0.01.",
    );
  });

  it("asks the admin for a new column layout if the file lacks a column of the bank's stored layout, or has another date format", async () => {
    const columns = { date: "Date", narration: ["Narration"], amount: "Amount" };
    const read = (layout: Parameters<typeof readTestFile>[1]) => readTestFile(file, layout);
    expect(await read({ layout: { columns: { ...columns, amount: "Sum" }, date_format: "dmy" } })).toMatchObject({
      missing: "layout",
      columns: ["Date", "Narration", "Amount"],
      draft: { kind: "signed", columns, date_format: "dmy" },
    });
    expect(await read({ layout: { columns, date_format: "ymd" } })).toMatchObject({ missing: "layout" });
    expect(await read({ layout: { columns, date_format: "dmy" } })).toMatchObject({ missing: "balances" });
  });

  it("asks the admin for a column layout if the statement has no lines", async () => {
    expect(await readTestFile("Date,Narration,Debit,Credit,Balance\n,Total,0.00,0.00,")).toMatchObject({
      missing: "layout",
    });
  });

  it("finds the columns of the stored layout in a file with another column order", async () => {
    const moved = csv("Amount,Narration,Date,Balance", "10.00,A,01/11/2026,20.00");
    const columns = { date: "date", narration: ["NARRATION"], amount: "Amount", balance: "Balance" };
    expect(await amounts(moved, { layout: { columns, date_format: "dmy" } })).toEqual([1_000]);
  });
});

const head = "Date,Narration,Debit,Credit,Balance";
const first = "01/11/2026,A,,10.00,110.00";

describe("refusals name the line", () => {
  it.each([
    [
      "a wrong balance",
      csv(head, first, "02/11/2026,B,,5.00,116.00", "03/11/2026,C,,1.00,117.00"),
      "Line 3: the balance is ₦116.00, but the lines before it and its amount make ₦115.00.",
    ],
    ["a missing amount", csv(head, first, "02/11/2026,B,,,110.00"), "Line 3: “B” has no amount."],
    [
      "a debit and a credit",
      csv(head, first, "02/11/2026,B,1.00,2.00,111.00"),
      "Line 3: the line has a debit of ₦1.00 and a credit of ₦2.00.",
    ],
    ["a date in another format", csv(head, first, "2026-11-02,B,,5.00,115.00"), "Line 3: “2026-11-02” is not a date"],
    ["a day that does not exist", csv(head, first, "31/11/2026,B,,5.00,115.00"), "Line 3: “31/11/2026” is not a date"],
    ["an unknown row", csv(head, first, ",Something,,5.00,"), "Line 3: “Something” has no date and is not recognised"],
    [
      "an unclear amount",
      csv(head, first, '02/11/2026,B,,"1.234,50",115.00'),
      "Line 3: “1.234,50” is not a clear amount",
    ],
    ["another unclear amount", csv(head, first, "02/11/2026,B,,1.500,115.00"), "Line 3: “1.500” is not a clear amount"],
    ["dollars", csv(head, first, "02/11/2026,B,,$5.00,115.00"), "Line 3: “$5.00” is not in naira"],
    [
      "a number that Excel shortened",
      csv(head, first, "02/11/2026,B,,1.5E+7,115.00"),
      "Line 3: “1.5E+7” is not a clear",
    ],
    [
      "an unknown mark",
      csv("Date,Narration,Amount,DR/CR,Balance", "01/11/2026,A,10.00,CR,110.00", "01/11/2026,A,10.00,X,110.00"),
      "Line 3: “X” is neither DR nor CR.",
    ],
    [
      "an opening balance that differs",
      WITH_TITLE.replace('"1,000.00"', '"1,000.01"'),
      "Line 10: the opening balance of the file is ₦1,000.01, but the balance before the first line is ₦1,000.00.",
    ],
    [
      "a closing balance that differs",
      WITH_TITLE.replace('Closing Balance:,"5,996.50"', 'Closing Balance:,"5,996.51"'),
      "Line 11: the opening balance ₦1,000.00 and all lines make ₦5,996.50, but the closing balance is ₦5,996.51. The difference is ₦0.01.",
    ],
    [
      "a day outside the period",
      WITH_TITLE.replace("03/11/2026,03/11/2026", "03/12/2026,03/11/2026"),
      "Line 11: 3 Dec 2026 is outside the statement's period, 1 Nov 2026 to 30 Nov 2026.",
    ],
    ["another account", WITH_TITLE.replace(TEST_ACCOUNT, "2099999999"), "This is a statement of account 2099999999"],
    ["another currency", WITH_TITLE.replace("NGN", "USD"), "Line 5: the statement is in USD."],
    ["a file without money", csv(head, "01/11/2026,Memo,0.00,0.00,1.00"), "No lines were found below the header."],
    ["a file that is no table", "Dear customer,\nyour statement is ready.", "No table was found in this file."],
    ["an empty file", "", "This file is empty."],
    ["a PDF", "%PDF-1.7 x", "This is a PDF."],
  ])("refuses a statement file: %s", async (_, file, message) => {
    await expect(readTestFile(file)).rejects.toThrow(message);
  });

  it("refuses an Excel statement with a fraction of a kobo", async () => {
    const rows = [head.split(","), ["01/11/2026", "A", null, 10.005, 110]];
    await expect(readTestFile(makeWorkbook([{ rows }]))).rejects.toThrow("Line 2: 10.005 has more than two decimals.");
  });

  it("refuses a statement with more lines than the maximum", async () => {
    const rows = Array.from({ length: 250_001 }, () => "01/11/2026,A,,1.00,");
    await expect(readTestFile([head, ...rows].join("\n"))).rejects.toThrow("This file has more than 250,000 lines.");
  });
});

it("reads a CSV statement with an unclosed quote, treating quotes as ordinary characters", async () => {
  const file = csv(head, '01/11/2026,"ADA,,10.00,110.00', first.replace("110", "120"));
  expect((await readTestStatement(file)).lines.map(({ narration }) => narration)).toEqual(['"ADA', "A"]);
});
