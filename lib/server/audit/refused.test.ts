import { expect, it } from "vitest";
import { inNumbers, REFUSED_SINGLY, refusedRows } from "./refused";

const about = { type: "user_group" as const, id: "g", name: "Pilot" };
const refused = (
  count: number,
  refusal: (n: number) => string = (n) => (n % 3 ? "In Pilot already." : "This user does not exist."),
) =>
  Array.from({ length: count }, (_, n) => ({
    record: { type: "user" as const, id: `${n}`, name: `User ${n}` },
    refusal: refusal(n),
  }));

it("keeps each row with its own name if they are few", () => {
  expect(refusedRows(refused(REFUSED_SINGLY), about)).toEqual(refused(REFUSED_SINGLY));
});

it("counts the others by reason, so that 5,000 refusals take 101 rows and few bytes", () => {
  const rows = refusedRows(refused(5_000), about);
  expect(rows).toHaveLength(REFUSED_SINGLY + 1);
  expect(rows.at(-1)).toEqual({
    record: about,
    refusal: "4900 more: 3267 × In Pilot already. 1633 × This user does not exist.",
  });
  // A different, long reason in each row.
  const odd = refusedRows(
    refused(5_000, (n) => `${n} ${"x".repeat(1_000)}`),
    about,
  );
  expect(JSON.stringify(odd).length).toBeLessThan(64 * 1024);
  expect(odd.at(-1)?.refusal).toMatch(/ 4895 × other reasons\.$/);
});

it("returns nothing for no refusals", () => {
  expect([refusedRows([]), inNumbers([])]).toEqual([[], ""]);
});
