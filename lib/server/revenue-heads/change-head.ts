import "server-only";
import type { InputOf } from "@/lib/contract/common";
import type {
  revenueHeadCalls as calls,
  HeadChange,
  HeadCreation,
  RevenueHeadDetails,
} from "@/lib/contract/revenue-heads";
import { formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { type RevenueHeadUse, readHeadUse, readRevenueHeadDetails } from "./read-heads";
import {
  headAccountText,
  headAuditFields,
  headRecordRef,
  headRowOn,
  headVersion,
  lockHeadRows,
  lockRevenueHeads,
  REVENUE_HEAD_RECORD_TYPE,
  type RevenueHeadRecord,
  readRowsOfHead,
} from "./record";
import { headAccountProblem, type RevenueHeadValues, readBanksWithCheckDigits, saveHeadRow } from "./save-row";

/** Adds a revenue head. It may begin on a past day, because no payment has its code yet. @throws 400; 409 for a code that exists */
export async function createRevenueHead({ tx, audit }: WriteContext, input: HeadCreation): Promise<RevenueHeadDetails> {
  const { code, ...fields } = input;
  await lockRevenueHeads(tx);
  if ((await readRowsOfHead(tx, code)).length)
    throw refuse.conflict(`There is a revenue head with the code ${code} already. Change it instead.`);
  const values = { code, ...toHeadValues(fields), isActive: true };
  await refuseAccount(tx, values);
  const saved = await saveHeadRow(tx, values);
  audit({ record: headRecordRef(saved), after: headAuditFields(saved) });
  return readRevenueHeadDetails(tx, code);
}

/**
 * Changes a revenue head from a day on. A change of its account redirects money, so another admin approves it, together with the names.
 * @throws 400 for a past day, an account number that does not fit, and values that apply already; 404; 409 with the current head if it has
 * changed, awaits approval, or has payments on that day
 */
export async function changeRevenueHead(context: WriteContext, input: HeadChange): Promise<RevenueHeadDetails> {
  const { tx, admin, audit } = context;
  const { code, version, reason, ...fields } = input;
  const { rows, before } = await lockForChange(tx, { code, version, startsOn: fields.starts_on });
  const values = { code, ...toHeadValues(fields), isActive: true };
  if (before && isSameHead(before, values)) throw refuse.badInput(SAME_MESSAGE, { name: SAME_MESSAGE });
  await refuseAccount(tx, values);
  const shown = before ?? rows[0];
  if (shown && headAccountText(shown) !== headAccountText(values)) {
    const approval = await requestApproval(tx, {
      kind: "revenueHeads.change",
      record: headRecordRef(values),
      change: describeChange(shown, values),
      payload: values,
      requestedBy: admin.id,
      reason,
    });
    audit({
      record: headRecordRef(values),
      before: headAuditFields(shown),
      after: { awaiting_approval: approval.change, reason },
    });
  } else {
    const saved = await saveHeadRow(tx, values);
    audit({
      record: headRecordRef(saved),
      before: before && headAuditFields(before),
      after: { ...headAuditFields(saved), reason },
    });
  }
  return readRevenueHeadDetails(tx, code);
}

/** Ends a revenue head from a day on, so that it takes no more payments. Earlier payments keep it. @throws as `changeRevenueHead` */
export async function endRevenueHead({ tx, audit }: WriteContext, input: InputOf<typeof calls.end>) {
  const { code, version, starts_on: startsOn, reason } = input;
  const { before } = await lockForChange(tx, { code, version, startsOn });
  if (!before?.isActive) {
    const message = "The head takes no payments on this day already.";
    throw refuse.badInput(message, { starts_on: message });
  }
  const { id: _, createdAt: __, version: ___, ...values } = before;
  const saved = await saveHeadRow(tx, { ...values, startsOn, isActive: false });
  audit({
    record: headRecordRef(saved),
    before: headAuditFields(before),
    after: { ...headAuditFields(saved), reason },
  });
  return readRevenueHeadDetails(tx, code);
}

/** Corrects name and ministry in a row of a revenue head that no payment has used. @throws 404; 409 with the current head */
export async function correctRevenueHead({ tx, audit }: WriteContext, input: InputOf<typeof calls.correct>) {
  const { code, rowId, version, name, ministry } = input;
  const rows = await lockHeadRows(tx, code);
  const current = () => readRevenueHeadDetails(tx, code);
  await rejectStaleVersion("revenue head", { version: headVersion(rows) }, version, current);
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw refuse.notFound("row of the revenue head");
  await refuseWhileChangeWaits(tx, REVENUE_HEAD_RECORD_TYPE, code, current);
  if ((await readHeadUse(tx, [code])).usedRowIds.has(rowId)) throw refuse.conflict(USED_ROW_MESSAGE, await current());
  const saved = await updateVersionedRecord(tx, revenueHeads, rowId, { name, ministry });
  audit({ record: headRecordRef(saved), before: headAuditFields(row), after: headAuditFields(saved) });
  return current();
}

const SAME_MESSAGE = "Nothing differs from what applies on this day already.";
const USED_ROW_MESSAGE = "Payments have used these names, so they stay. Change the head from a later day on.";

/** Returns the first day from which a revenue head may change: tomorrow if payments used it today, otherwise today. */
const firstFreeDay = (isUsedToday: boolean) => addDays(lagosDayOf(new Date()), isUsedToday ? 1 : 0);

type ChangeRef = { code: string; version: number; startsOn: string };

/** Locks a revenue head for a change from a day on. Returns its rows, and the row that applies on that day. */
async function lockForChange(tx: Transaction, { code, version, startsOn }: ChangeRef) {
  const rows = await lockHeadRows(tx, code);
  const current = () => readRevenueHeadDetails(tx, code);
  await rejectStaleVersion("revenue head", { version: headVersion(rows) }, version, current);
  await refuseWhileChangeWaits(tx, REVENUE_HEAD_RECORD_TYPE, code, current);
  const problem = headChangeDayProblem(startsOn, rows, await readHeadUse(tx, [code]));
  if (problem) throw refuse.badInput(problem, { starts_on: problem });
  return { rows, before: headRowOn(rows, startsOn) };
}

/** Returns why a revenue head can't change from this day on; null if it can. */
export function headChangeDayProblem(
  startsOn: string,
  rows: readonly RevenueHeadRecord[],
  use: RevenueHeadUse,
): string | null {
  const day = lagosDayOf(new Date());
  const [{ code } = { code: "" }] = rows;
  if (startsOn < day) return "This day is over. Choose today or a later day.";
  if (startsOn < firstFreeDay(use.codesUsedToday.has(code)))
    return "Payments used the head today. Choose tomorrow or a later day.";
  const sameDay = rows.find((row) => row.startsOn === startsOn);
  return sameDay && use.usedRowIds.has(sameDay.id) ? "Payments used the head of this day. Choose a later day." : null;
}

/** Returns the day on which an approved change takes effect: the requested day, or the first day that is possible now. */
export async function effectiveDayOfHeadChange(tx: Transaction, code: string, startsOn: string): Promise<string> {
  const rows = await readRowsOfHead(tx, code);
  const { codesUsedToday: codesToday, usedRowIds: rowIds } = await readHeadUse(tx, [code]);
  const free = firstFreeDay(codesToday.has(code));
  const day = startsOn > free ? startsOn : free;
  return rows.some((row) => row.startsOn === day && rowIds.has(row.id)) ? addDays(day, 1) : day;
}

type HeadFields = Pick<HeadChange, "starts_on" | "name" | "ministry" | "bank_name" | "account_number">;
/** Converts the input of a revenue head's change to values of the table's columns. */
export const toHeadValues = (fields: HeadFields) => ({
  startsOn: fields.starts_on,
  name: fields.name,
  ministry: fields.ministry,
  bankName: fields.bank_name,
  accountNumber: fields.account_number,
});

/** Returns true if a row has these names, account and state. */
export const isSameHead = (row: RevenueHeadValues, values: RevenueHeadValues) =>
  row.name === values.name &&
  row.ministry === values.ministry &&
  headAccountText(row) === headAccountText(values) &&
  row.isActive === values.isActive;

async function refuseAccount(tx: Transaction, values: RevenueHeadValues): Promise<void> {
  const problem = headAccountProblem(await readBanksWithCheckDigits(tx), values);
  if (problem) throw refuse.badInput(problem, { account_number: problem });
}

/** Describes a change for the approver: "From 1 December 2026: account 0123456789, Zenith Bank; now none". Includes changed names. */
function describeChange(before: RevenueHeadValues, values: RevenueHeadValues): string {
  const names = [
    before.name !== values.name ? `name “${values.name}”` : null,
    before.ministry !== values.ministry ? `ministry “${values.ministry}”` : null,
  ].filter((text) => text !== null);
  const account = `account ${headAccountText(values)}; now ${headAccountText(before)}`;
  return `From ${formatDay(values.startsOn)}: ${[...names, account].join(", ")}`;
}
