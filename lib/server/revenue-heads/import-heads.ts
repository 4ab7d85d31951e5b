import "server-only";
import { asc, inArray } from "drizzle-orm";
import { type CheckedHeadImportRow, type HeadImport, headCreation } from "@/lib/contract/revenue-heads";
import { abbreviateList } from "@/lib/contract/words.values";
import { formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { createEventLoopYielder } from "@/lib/server/base/yield-to-event-loop";
import type { Queryable } from "@/lib/server/db/client";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { headChangeDayProblem, isSameHead, toHeadValues } from "./change-head";
import { type RevenueHeadUse, readHeadUse } from "./read-heads";
import {
  headAccountText,
  headAuditFields,
  headRecordRef,
  headRowOn,
  lockRevenueHeads,
  REVENUE_HEAD_RECORD_TYPE,
  type RevenueHeadRecord,
} from "./record";
import { headAccountProblem, type RevenueHeadValues, readBanksWithCheckDigits, saveHeadRows } from "./save-row";

type HeadImportEntry = HeadImport["entries"][number];
/** Result of checking a row of an import file, with the values to save. `before`: the head's stored row for their first day, else its first row. */
type CheckedHeadImportEntry = CheckedHeadImportRow & { values?: RevenueHeadValues; before?: RevenueHeadRecord };

/** Checks the rows of an import file of revenue heads, and stores nothing. */
export const checkHeadImport = async (
  db: Queryable,
  input: HeadImport,
): Promise<{ items: CheckedHeadImportRow[] }> => ({
  items: (await checkHeadImportEntries(db, input)).map(({ row, text, result, problem }) => ({
    row,
    text,
    result,
    problem,
  })),
});

/**
 * Stores the revenue heads of a file: all rows or none. Importing the same file again changes nothing.
 * @throws 400 that lists the rows with a problem
 */
export async function importRevenueHeads({ tx, audit }: WriteContext, input: HeadImport) {
  await lockRevenueHeads(tx);
  const items = await checkHeadImportEntries(tx, input);
  const problems = items.filter(({ result }) => result === "problem");
  if (problems.length) {
    const rows = problems.map(({ row, problem }) => `row ${row}: ${problem}`);
    throw refuse.badInput(`Nothing was imported. Correct ${abbreviateList(rows)}`, {
      entries: "Some rows have a problem.",
    });
  }
  const saved = items.flatMap(({ values, before, result }) =>
    values && (result === "new" || result === "changed") ? [{ values, before }] : [],
  );
  await saveHeadRows(
    tx,
    saved.map(({ values }) => values),
  );
  const count = (wanted: CheckedHeadImportRow["result"]) => items.filter(({ result }) => result === wanted).length;
  const counts = { added: count("new"), changed: count("changed"), unchanged: count("unchanged") };
  audit({ record: null, after: { rows: items.length, ...counts } });
  for (const { values, before } of saved)
    audit({
      record: headRecordRef(values),
      before: before && headAuditFields(before),
      after: headAuditFields(values),
    });
  return counts;
}

async function checkHeadImportEntries(db: Queryable, input: HeadImport): Promise<CheckedHeadImportEntry[]> {
  const yieldIfDue = createEventLoopYielder();
  const parsed: { entry: HeadImportEntry; values: RevenueHeadValues | null; problem: string | null }[] = [];
  for (const entry of input.entries) {
    parsed.push({ entry, ...parseHeadImportEntry(entry, input.starts_on) });
    await yieldIfDue();
  }
  const codes = [...new Set(parsed.flatMap(({ values }) => values?.code ?? []))];
  const known = codes.length
    ? await db.select().from(revenueHeads).where(inArray(revenueHeads.code, codes)).orderBy(asc(revenueHeads.startsOn))
    : [];
  const rowsByCode = new Map<string, RevenueHeadRecord[]>();
  for (const row of known) rowsByCode.set(row.code, [...(rowsByCode.get(row.code) ?? []), row]);
  const use = await readHeadUse(db, codes);
  const waiting = await waitingApprovalsOfRecords(db, REVENUE_HEAD_RECORD_TYPE, codes);
  const banks = await readBanksWithCheckDigits(db);
  const firstRows = new Map<string, number>();
  const items: CheckedHeadImportEntry[] = [];
  for (const { entry, values, problem } of parsed) {
    await yieldIfDue();
    const text = [entry.code, entry.name].filter(Boolean).join(" ").slice(0, 200);
    const reject = (message: string) => items.push({ row: entry.row, text, result: "problem", problem: message });
    if (!values) {
      reject(problem ?? "This row can't be read.");
      continue;
    }
    const earlierRow = firstRows.get(values.code);
    firstRows.set(values.code, earlierRow ?? entry.row);
    const rows = rowsByCode.get(values.code) ?? [];
    const before = headRowOn(rows, values.startsOn) ?? rows[0];
    const found =
      (earlierRow ? `Row ${earlierRow} has this code already.` : null) ??
      headAccountProblem(banks, values) ??
      (before && changeProblem(values, before, rows, use, waiting.has(values.code)));
    if (found) reject(found);
    else
      items.push({
        ...{ row: entry.row, text, problem: null, values, before },
        result: !before ? "new" : isUnchanged(values, before) ? "unchanged" : "changed",
      });
  }
  return items;
}

/** Returns true if names and account are equal. Ignores that a revenue head has ended, because an exported file also contains ended heads. */
const isUnchanged = (values: RevenueHeadValues, before: RevenueHeadRecord) =>
  isSameHead({ ...before, isActive: true }, values);

/** Returns why a file can't change a revenue head; null if it can, or if nothing differs. */
function changeProblem(
  values: RevenueHeadValues,
  before: RevenueHeadRecord,
  rows: readonly RevenueHeadRecord[],
  use: RevenueHeadUse,
  isWaiting: boolean,
): string | null {
  if (isUnchanged(values, before)) return null;
  if (!before.isActive) return "This head has ended. Change it in the list to use it again.";
  if (headAccountText(values) !== headAccountText(before))
    return `Its account is ${headAccountText(before)}. Another admin must approve another account: change the head in the list.`;
  if (isWaiting) return "A change of this head waits for approval.";
  const [first] = rows;
  if (first && values.startsOn < first.startsOn) return `This head begins on ${formatDay(first.startsOn)}.`;
  return headChangeDayProblem(values.startsOn, rows, use);
}

const COLUMNS: Record<string, string> = {
  code: "Code",
  name: "Name",
  ministry: "Ministry",
  bank_name: "Bank",
  account_number: "Account number",
  starts_on: "From",
};

function parseHeadImportEntry(
  entry: HeadImportEntry,
  startsOn: string,
): { values: RevenueHeadValues | null; problem: string | null } {
  const { row: _, starts_on: ownDay, ...fields } = entry;
  const result = headCreation.safeParse({ ...fields, starts_on: ownDay.trim() ? toIsoDay(ownDay) : startsOn });
  if (result.success)
    return { values: { code: result.data.code, ...toHeadValues(result.data), isActive: true }, problem: null };
  const [issue] = result.error.issues;
  return { values: null, problem: `${COLUMNS[String(issue?.path[0])] ?? "Row"}: ${issue?.message ?? "not valid."}` };
}

/** Converts a day such as 1/12/2026 to ISO 8601. Returns other text unchanged. */
function toIsoDay(typedDay: string): string {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(typedDay.trim()) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typedDay.trim();
}
