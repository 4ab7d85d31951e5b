import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { reconciliationDayCalls as contract, ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { DAY_CLOSING_CHECK_LABELS } from "@/lib/contract/reconciliation-days.values";
import { formatDay } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { auditSealHead } from "@/lib/server/db/schema/audit-seals";
import { reconciliationDays as table } from "@/lib/server/db/schema/reconciliation";
import { lockReconciliationSettings, readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { nameWithEmail } from "@/lib/server/records/admin-record";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { needsProposalRemark, runDayChecklist } from "./checklist";
import { computeDayFigures } from "./day-figures";
import { hasReconciliationStarted, readDayToCompute, type StartedSettings } from "./day-period";
import type { DayRecord } from "./day-record";
import { readReconciliationDayDetails } from "./day-single";
import { dayRecordRef, markProposalNoticesRead, notifyClosers } from "./notify-closers";
import { dayRecordLines } from "./record-lines";

type DayRow = typeof table.$inferSelect;

/**
 * Takes the exclusive lock of reconciliation: waits for transactions that write items, matches or statements, and blocks new ones until
 * the commit. Call it before reading anything, so that no item changes between computing a day and closing it.
 */
const lockReconciliation = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`);

/** Computes a day's figures and checks the conditions for closing it. @throws 409 with the failing conditions and the current day */
async function computeClosableDay(tx: Transaction, day: string, settings: StartedSettings) {
  const computed = await computeDayFigures(tx, await readDayToCompute(tx, day, settings));
  const { checks, exceptions } = await runDayChecklist(tx, day, settings, computed);
  const failing = checks.filter(({ ok }) => !ok);
  if (failing.length)
    throw refuse.conflict(
      `${formatDay(day)} can't be closed yet. ${failing.map(({ id, text }) => `${DAY_CLOSING_CHECK_LABELS[id]}: ${text}`).join(" ")}`,
      await readReconciliationDayDetails(tx, day),
    );
  return { computed, checks, exceptions };
}

/** Returns the settings of reconciliation. @throws 404 if it has not started, or started after the day; 409 for a day that has not ended */
async function startedSettings(tx: Transaction, day: string): Promise<StartedSettings> {
  const settings = await readReconciliationSettings(tx);
  if (!hasReconciliationStarted(settings) || day < settings.startsOn) throw refuse.notFound("day");
  if (day >= lagosDayOf(new Date())) throw refuse.conflict(`${formatDay(day)} has not ended yet.`);
  return settings;
}

/** Proposes a day for closing. @throws 404; 409 if a condition fails or the day is proposed or closed; 400 if a required remark is missing */
export async function proposeReconciliationDay(
  { tx, admin, audit }: WriteContext,
  { day, remark }: InputOf<typeof contract.proposeDay>,
): Promise<ReconciliationDayDetails> {
  await lockReconciliation(tx);
  const settings = await startedSettings(tx, day);
  const [existing] = await tx.select().from(table).where(eq(table.day, day));
  if (existing)
    throw refuse.conflict(
      `${formatDay(day)} is ${existing.state} already.`,
      await readReconciliationDayDetails(tx, day),
    );
  const { computed } = await computeClosableDay(tx, day, settings);
  if (!remark.trim() && needsProposalRemark(day, settings, computed))
    throw refuse.badInput(REMARK_MESSAGE, { remark: REMARK_MESSAGE });
  const proposedAt = new Date();
  await tx.insert(table).values({ day, state: "proposed", proposedBy: admin.id, proposedAt, remark: remark.trim() });
  await notifyClosers(tx, day, admin, proposedAt);
  audit({ record: dayRecordRef(day), after: { state: "proposed", remark: remark.trim(), ...summaryOf(computed) } });
  return readReconciliationDayDetails(tx, day);
}
const REMARK_MESSAGE = "Explain the money on suspense, and the opening balance of accounts that are new.";

const summaryOf = ({ figures }: Awaited<ReturnType<typeof computeDayFigures>>) => ({ ...figures.statement });

/** Locks a proposal in the version that the admin read. @throws 409 if the day is not proposed or has changed */
async function lockProposal(tx: Transaction, { day, version }: { day: string; version: number }): Promise<DayRow> {
  const [row] = await tx.select().from(table).where(eq(table.day, day)).for("update");
  if (row?.state !== "proposed")
    throw refuse.conflict(
      row ? `${formatDay(day)} is closed already.` : `${formatDay(day)} is not proposed any more.`,
      await readReconciliationDayDetails(tx, day),
    );
  await rejectStaleVersion("day", row, version, () => readReconciliationDayDetails(tx, day));
  return row;
}

/** Withdraws a proposal, so that the day is open again. @throws 404; 409 if the day is not proposed or has changed */
export async function withdrawDayProposal(
  { tx, audit }: WriteContext,
  { remark, ...reference }: InputOf<typeof contract.withdrawProposal>,
): Promise<ReconciliationDayDetails> {
  const { day } = reference;
  await startedSettings(tx, day);
  const proposal = await lockProposal(tx, reference);
  await tx.delete(table).where(eq(table.day, day));
  await markProposalNoticesRead(tx, day);
  audit({
    record: dayRecordRef(day),
    before: { state: "proposed", remark: proposal.remark },
    after: { state: "open", reason: remark.trim() },
  });
  return readReconciliationDayDetails(tx, day);
}

/**
 * Closes a proposed day for good. Computes the day's figures again under the lock. Stores the day's record, the new `closed_until` and the
 * audit row together or not at all.
 * @throws 403 for the proposer; 404; 409 if a condition fails, the day is not proposed, or the proposal has changed
 */
export async function closeReconciliationDay(
  { tx, admin, audit }: WriteContext,
  reference: InputOf<typeof contract.closeDay>,
): Promise<ReconciliationDayDetails> {
  const { day } = reference;
  await lockReconciliation(tx);
  await startedSettings(tx, day);
  const proposal = await lockProposal(tx, reference);
  if (proposal.proposedBy === admin.id) throw refuse.forbidden("You proposed this day. Another admin has to close it.");
  const settings = await lockReconciliationSettings(tx);
  if (!hasReconciliationStarted(settings)) throw refuse.notFound("day");
  const { computed, checks, exceptions } = await computeClosableDay(tx, day, settings);
  if (!proposal.remark && needsProposalRemark(day, settings, computed))
    throw refuse.conflict(
      "Money arrived on suspense after the proposal. Withdraw it and propose the day with a remark.",
    );
  const [seal] = await tx.select().from(auditSealHead);
  const [proposer] = await tx.select().from(admins).where(eq(admins.id, proposal.proposedBy));
  if (!seal || !proposer) throw new Error("The audit chain or the proposer vanished.");
  const closedAt = new Date();
  const record: DayRecord = {
    figures: computed.figures,
    exceptions,
    checklist: checks,
    audit_position: seal.position,
    lines: dayRecordLines(computed.figures, {
      day,
      proposedBy: nameWithEmail(proposer),
      proposedAt: proposal.proposedAt,
      closedBy: `${fullName(admin)} (${admin.email})`,
      closedAt,
      remark: proposal.remark,
      auditHash: seal.hash,
      auditPosition: seal.position,
      checklist: checks,
      exceptions,
    }),
  };
  await tx
    .update(table)
    .set({
      state: "closed",
      closedBy: admin.id,
      closedAt,
      figures: record,
      auditHash: seal.hash,
      version: proposal.version + 1,
    })
    .where(eq(table.day, day));
  await markProposalNoticesRead(tx, day);
  audit({
    record: dayRecordRef(day),
    before: { state: "proposed" },
    after: { state: "closed", ...summaryOf(computed), audit_position: seal.position, audit_hash: seal.hash },
  });
  return readReconciliationDayDetails(tx, day);
}
