import { describe, expect, it } from "vitest";
import { pickRevenueHeads } from "./pick-heads";
import { readRequestedData } from "./read-requested";
import { readTextRows } from "./text-rows";

const pick = (text: string) => pickRevenueHeads(readTextRows(text));

describe("revenue heads in a table", () => {
  it("reads revenue heads below the header, whatever rows precede the header and whatever the order of columns", () => {
    const { heads, problems } = pick(
      "Cross River State\nMDA;Revenue head;Head Code;Account No.;Bank\nMinistry of Lands;Land Use Charge;12010101;1012345678;Zenith Bank\n;;;;\n",
    );
    expect(problems).toEqual([]);
    expect(heads).toEqual([
      {
        ...{ row: 3, code: "12010101", name: "Land Use Charge", ministry: "Ministry of Lands" },
        ...{ bank_name: "Zenith Bank", account_number: "1012345678", starts_on: "" },
      },
    ]);
  });

  it("reads revenue heads from a file that the app exported", () => {
    const { heads } = pick(
      'Code,Name,Ministry,Bank,Account number,From,State,State in words\n12010101,"Fees, O\'Brien Étage",Lands,,,2026-12-01,active,Active\n',
    );
    expect(heads).toMatchObject([{ name: "Fees, O'Brien Étage", starts_on: "2026-12-01", account_number: "" }]);
  });

  it("removes invisible characters and number formatting from the cells of revenue heads", () => {
    const { heads } = pick("Code\tName\tMinistry\tNUBAN\n12010101.0\t\u200bPAYE \tCRIRS\t'0012345678\n");
    expect(heads).toMatchObject([{ code: "12010101", name: "PAYE", account_number: "0012345678" }]);
  });

  it("removes line breaks and control characters from the cells of revenue heads", () => {
    const { heads } = pick('Code,Name,Ministry\n12,"Land\nUse\u0007Charge",Lands\n');
    expect(heads).toMatchObject([{ name: "Land Use Charge" }]);
  });

  it("lists a revenue head as a problem if Excel shortened its account number", () => {
    const { heads, problems } = pick("Code,Name,Ministry,Account number\n12,PAYE,CRIRS,1.01E+09\n");
    expect([heads, problems]).toMatchObject([[], [{ row: 2, text: "PAYE" }]]);
  });

  it("rejects a file of revenue heads without the needed headers, or with too many rows", async () => {
    expect(() => pick("Kind,Price\n1,2\n")).toThrow(/Code, Name and Ministry/);
    const text = "Code,Name,Ministry\n1,A,B\n2,A,B\n";
    await expect(readRequestedData(text, { what: "heads", most: 1 })).rejects.toThrow(/2 revenue heads/);
  });
});
