import { describe, expect, it } from "vitest";
import { pickRevenueHeads } from "./pick-heads";
import { readRequestedData } from "./read-requested";
import { readTextRows } from "./text-rows";

const pick = (text: string) => pickRevenueHeads(readTextRows(text));

describe("revenue heads in a table", () => {
  it("are read below the header, whatever rows precede it and whatever the columns' order", () => {
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

  it("are read from the columns of an export", () => {
    const { heads } = pick(
      'Code,Name,Ministry,Bank,Account number,From,State,State in words\n12010101,"Fees, O\'Brien Étage",Lands,,,2026-12-01,active,Active\n',
    );
    expect(heads).toMatchObject([{ name: "Fees, O'Brien Étage", starts_on: "2026-12-01", account_number: "" }]);
  });

  it("have no invisible characters, and numbers without a spreadsheet's formatting", () => {
    const { heads } = pick("Code\tName\tMinistry\tNUBAN\n12010101.0\t\u200bPAYE \tCRIRS\t'0012345678\n");
    expect(heads).toMatchObject([{ code: "12010101", name: "PAYE", account_number: "0012345678" }]);
  });

  it("have no line breaks and control characters", () => {
    const { heads } = pick('Code,Name,Ministry\n12,"Land\nUse\u0007Charge",Lands\n');
    expect(heads).toMatchObject([{ name: "Land Use Charge" }]);
  });

  it("are listed as a problem if Excel shortened a number", () => {
    const { heads, problems } = pick("Code,Name,Ministry,Account number\n12,PAYE,CRIRS,1.01E+09\n");
    expect([heads, problems]).toMatchObject([[], [{ row: 2, text: "PAYE" }]]);
  });

  it("are refused without the needed headers, and above the maximum", async () => {
    expect(() => pick("Kind,Price\n1,2\n")).toThrow(/Code, Name and Ministry/);
    const text = "Code,Name,Ministry\n1,A,B\n2,A,B\n";
    await expect(readRequestedData(text, { what: "heads", most: 1 })).rejects.toThrow(/2 revenue heads/);
  });
});
