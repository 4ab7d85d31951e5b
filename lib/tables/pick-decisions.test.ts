import { describe, expect, it } from "vitest";
import { pickItemDecisions } from "./pick-decisions";
import { readRequestedData } from "./read-requested";
import { readTextRows } from "./text-rows";

const HEAD = "Item,Version,Day,Amount (naira),Decision,Match with,Remark";
const pick = (...lines: string[]) => pickItemDecisions(readTextRows([HEAD, ...lines].join("\n")));

describe("pickItemDecisions", () => {
  it("reads decisions about items in any spelling, item numbers with any separator, and remarks with accents", () => {
    const { decisions, problems, undecided } = pick(
      '12,3,2026-11-02,100.00,Match,"13; 14 and item 15","Ékanem O’Neil\u200b, paid twice"',
      "16,,2026-11-02,-50.00,write-off,,Bank charge",
      "17,1,2026-11-02,70.00, SUSPENSE ,,Not known",
      "18,1,2026-11-02,70.00,,,",
    );
    expect(decisions).toEqual([
      {
        row: 2,
        item_id: 12,
        version: 3,
        decision: "match",
        match_with: [13, 14, 15],
        remark: "Ékanem O’Neil, paid twice",
      },
      { row: 3, item_id: 16, decision: "write_off", match_with: [], remark: "Bank charge" },
      { row: 4, item_id: 17, version: 1, decision: "suspense", match_with: [], remark: "Not known" },
    ]);
    expect([problems, undecided]).toEqual([[], 1]);
  });

  it("pickItemDecisions lists each row without a valid decision as a problem", () => {
    const { decisions, problems } = pick(
      ",1,,,Match,2,Same money",
      "5,1,,,forget,,Same money",
      "5,1,,,Match,two,Same money",
      "5,1,,,Match,6,x",
      `5,1,,,Match,6,${"x".repeat(301)}`,
      `5,1,,,Match,${Array.from({ length: 51 }, (_, index) => index + 100).join(";")},Same money`,
      "7,1,,,Match,8,Same money",
      "7,1,,,Match,9,Same money",
    );
    expect(decisions.map(({ item_id }) => item_id)).toEqual([7]);
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [2, expect.stringContaining("no number of an item")],
      [3, expect.stringContaining("instead of “forget”")],
      [4, expect.stringContaining("separated by semicolons")],
      [5, expect.stringContaining("at least 3 characters")],
      [6, expect.stringContaining("300 characters")],
      [7, expect.stringContaining("at most 50 items")],
      [9, "Row 8 decides this item already."],
    ]);
  });

  it("pickItemDecisions finds the header below title rows, and rejects a file without the needed columns", () => {
    const rows = readTextRows("Exceptions of November\nItem;Decision;Remark\n4;suspense;Not known\n", ";");
    expect(pickItemDecisions(rows).decisions).toMatchObject([{ row: 3, item_id: 4 }]);
    expect(() => pickItemDecisions(readTextRows("Item,Amount\n4,5"))).toThrow("no columns “Item” and “Decision”");
  });

  it("rejects a file with more decisions about items than one call accepts", async () => {
    const file = `${HEAD}\n${Array.from({ length: 3 }, (_, index) => `${index + 1},,,,suspense,,Not known`).join("\n")}`;
    await expect(readRequestedData(file, { what: "decisions", most: 2 })).rejects.toThrow("has 3 decisions");
    expect(await readRequestedData(file, { what: "decisions", most: 3 })).toMatchObject({ undecided: 0, sheet: null });
  });
});
