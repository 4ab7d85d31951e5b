import { expect, it } from "vitest";
import { formatRefusalCounts, MAX_REFUSED_ROWS, refusalAuditEntries } from "./refused-records";

const testGroup = { type: "user_group" as const, id: "g", name: "Pilot" };
const refusedUsers = (
  count: number,
  refusal: (n: number) => string = (n) => (n % 3 ? "In Pilot already." : "This user does not exist."),
) =>
  Array.from({ length: count }, (_, n) => ({
    record: { type: "user" as const, id: `${n}`, name: `User ${n}` },
    refusal: refusal(n),
  }));

it("refusalAuditEntries returns one audit entry with the record's name for each refused record, if few records are refused", () => {
  expect(refusalAuditEntries(refusedUsers(MAX_REFUSED_ROWS), testGroup)).toEqual(refusedUsers(MAX_REFUSED_ROWS));
});

it("refusalAuditEntries counts further refusals by reason, so that 5,000 refusals take 101 audit rows and few bytes", () => {
  const rows = refusalAuditEntries(refusedUsers(5_000), testGroup);
  expect(rows).toHaveLength(MAX_REFUSED_ROWS + 1);
  expect(rows.at(-1)).toEqual({
    record: testGroup,
    refusal: "4900 more: 3267 × In Pilot already. 1633 × This user does not exist.",
  });
  // Every row has a different, long reason.
  const emojiRows = refusalAuditEntries(
    refusedUsers(5_000, (n) => `${n} ${"x".repeat(1_000)}`),
    testGroup,
  );
  expect(JSON.stringify(emojiRows).length).toBeLessThan(64 * 1024);
  expect(emojiRows.at(-1)?.refusal).toMatch(/ 4895 × other reasons\.$/);
});

it("refusalAuditEntries returns no rows without refusals", () => {
  expect([refusalAuditEntries([]), formatRefusalCounts([])]).toEqual([[], ""]);
});
