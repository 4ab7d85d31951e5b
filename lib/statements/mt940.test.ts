import { describe, expect, it } from "vitest";
import { readTestFile, readTestStatement, TEST_ACCOUNT } from "./testing-files";

/** Two pages of one statement in SWIFT's envelope, with free and structured details. */
const TWO_PAGES = `{1:F01ZEIBNGLAXXXX0000000000}{2:I940ZEIBNGLAXXXXN}{4:
:20:STMT20261130
:25:ZEIBNGLA/${TEST_ACCOUNT}
:28C:334/1
:60F:C261129NGN1000,00
:61:2611301130CR5000,5NTRFPSTK_991//FT2633400001
SETTLEMENT
:86:Paystack settlement 991

- for 29 November
:61:2611301130D4,NMSCNONREF//CHG1
:86:166?00SMS?20SMS CHAR?21GE NOV?32ADA O'BRIEN?33 NWOSU?60 END
:62M:C261130NGN5996,50
-}{5:{CHK:1234567890AB}}
:20:STMT20261130
:25:ZEIBNGLA/${TEST_ACCOUNT}
:28C:334/2
:60M:C261130NGN5996,50
:61:261130RC96,50NTRFREV1
:61:2612011130RD100,00NTRFREV2
:62F:C261130NGN6000,00
:64:C261130NGN6000,00
:86:End of the statement
-
`;

describe("MT940", () => {
  it("reads an MT940 statement of two pages with debit and credit marks, references and details", async () => {
    expect(await readTestStatement(TWO_PAGES)).toEqual({
      accountNumber: `ZEIBNGLA/${TEST_ACCOUNT}`,
      fromDay: "2026-11-30",
      toDay: "2026-11-30",
      statesPeriod: true,
      opening: 100_000,
      closing: 600_000,
      lines: [
        {
          line: 6,
          day: "2026-11-30",
          amount: 500_050,
          balance: null,
          narration: "Paystack settlement 991 - for 29 November SETTLEMENT FT2633400001",
          reference: "PSTK_991",
        },
        {
          line: 11,
          day: "2026-11-30",
          amount: -400,
          balance: null,
          narration: "SMS CHARGE NOV END ADA O'BRIEN NWOSU",
          reference: "CHG1",
        },
        { line: 19, day: "2026-11-30", amount: -9_650, balance: null, narration: "", reference: "REV1" },
        { line: 20, day: "2026-11-30", amount: 10_000, balance: null, narration: "", reference: "REV2" },
      ],
    });
  });

  it("reads an MT940 file with Windows line ends like one with Unix line ends", async () => {
    const unix = await readTestStatement(TWO_PAGES);
    expect(await readTestStatement(TWO_PAGES.replaceAll("\n", "\r\n"))).toEqual(unix);
  });

  it("completes an MT940 entry date, which has no year, with the year nearest to the value date", async () => {
    const file = TWO_PAGES.replace(":61:2612011130RD", ":61:2701021231RD").replace(":62F:C261130", ":62F:C261231");
    expect((await readTestStatement(file)).lines.at(-1)?.day).toBe("2026-12-31");
  });

  it("reads an MT940 statement without lines, and one with a negative balance", async () => {
    const quiet = `:20:A\n:25:${TEST_ACCOUNT}\n:28C:1\n:60F:D261130NGN7,5\n:62F:D261130NGN7,50\n-`;
    expect(await readTestStatement(quiet)).toMatchObject({
      opening: -750,
      closing: -750,
      lines: [],
      fromDay: "2026-11-30",
    });
  });

  it("reads only the requested account of an MT940 file with several accounts", async () => {
    const other = ":20:B\n:25:2099999999\n:60F:C261130NGN1,\n:62F:C261130NGN1,\n-\n";
    expect((await readTestStatement(other + TWO_PAGES)).lines).toHaveLength(4);
    await expect(readTestFile(other + TWO_PAGES, { accountNumber: "3000000000" })).rejects.toThrow(
      `This file has statements of 2099999999, ZEIBNGLA/${TEST_ACCOUNT}, not of 3000000000.`,
    );
  });

  it.each([
    ["another currency", TWO_PAGES.replace("C261129NGN", "C261129USD"), "Line 5: the statement is in USD."],
    [
      "a wrong closing balance",
      TWO_PAGES.replace(":62F:C261130NGN6000,00", ":62F:C261130NGN6000,01"),
      "Line 21: the closing balance is ₦6,000.01, but the opening balance and the lines make ₦6,000.00.",
    ],
    [
      "a missing page",
      TWO_PAGES.replace(":60M:C261130NGN5996,50", ":60M:C261130NGN5996,51"),
      "Line 18: the opening balance is ₦5,996.51, but the page before it closed with ₦5,996.50. A page may be missing.",
    ],
    ["a file that is cut off", TWO_PAGES.slice(0, TWO_PAGES.indexOf(":62F:")), "Line 18: the closing balance (:62F:)"],
    [
      "an amount with a dot",
      TWO_PAGES.replace("CR5000,5", "CR5000.5"),
      "Line 6: “2611301130CR5000.5NTRFPSTK_991//FT2633400001 SETTLEMENT”",
    ],
    ["a third decimal", TWO_PAGES.replace("CR5000,5", "CR5000,500"), "Line 6: "],
    [
      "a day that does not exist",
      TWO_PAGES.replace(":61:261130RC", ":61:261131RC"),
      "Line 19: “261131” is not a date.",
    ],
    [
      "another account",
      TWO_PAGES.replaceAll(TEST_ACCOUNT, "2099999999"),
      "This is a statement of account ZEIBNGLA/2099999999",
    ],
  ])("refuses an MT940 file: %s", async (_, file, message) => {
    await expect(readTestFile(file)).rejects.toThrow(message);
  });
});
