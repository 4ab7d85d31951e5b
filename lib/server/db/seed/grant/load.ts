import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { ApplicationState, ProgrammeState } from "@/lib/contract/grant.values";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { grantApplications, grantDocuments, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { insertRows } from "@/lib/server/db/seed/event/load";
import { storeDuplicateCheckKeys } from "@/lib/server/grant/duplicate-check-keys";
import { reserveInPool } from "@/lib/server/ledger/reserve";
import { buildDuplicateCheckKeys, copyIdentityDocuments } from "./duplicate-check-keys";
import type { PastApplication, PastBatch, PastProgramme } from "./model";

const STATES_AFTER_OPEN: Record<ProgrammeState, readonly ProgrammeState[]> = {
  draft: [],
  open: [],
  closed: ["closed"],
  completed: ["closed", "completed"],
};

/** Inserts grant programmes and their records in the order that the triggers require. Their payments must have been inserted before. */
export async function loadGrants(tx: Transaction, all: readonly PastProgramme[]): Promise<void> {
  await tx.insert(grantProgrammes).values(all.map(({ row }) => ({ ...row, state: "draft" as const })));
  const applications = all.flatMap((programme) => programme.applications);
  const documents = await copyIdentityDocuments(tx, all);
  const checkKeys = await buildDuplicateCheckKeys(tx, applications, documents);
  const openedIds = all.filter(({ story }) => story.state !== "draft").map(({ row }) => row.id);
  await tx.update(grantProgrammes).set({ state: "open" }).where(inArray(grantProgrammes.id, openedIds));
  await tx
    .insert(grantApplications)
    .values(applications.map(({ row }) => ({ ...row, state: "submitted" as const, amount: null, inBatch: false })));
  for (let from = 0; from < documents.length; from += 100)
    await tx.insert(grantDocuments).values(documents.slice(from, from + 100));
  await storeDuplicateCheckKeys(tx, checkKeys);
  await tx.insert(grantReviews).values(applications.flatMap(({ reviews }) => reviews));
  await decideApplications(tx, applications);
  for (const batch of all.flatMap(({ batches }) => batches)) await loadBatch(tx, batch, applications);
  await setFinalStates(tx, all);
}

const withFinalState = (applications: readonly PastApplication[], ...ends: ApplicationState[]) =>
  applications.filter(({ end }) => ends.includes(end));

async function decideApplications(tx: Transaction, all: readonly PastApplication[]): Promise<void> {
  const setStates = (state: ApplicationState, selected: readonly PastApplication[]) =>
    tx
      .update(grantApplications)
      .set({ state })
      .where(
        inArray(
          grantApplications.id,
          selected.map(({ row }) => row.id),
        ),
      );
  const awarded = withFinalState(all, "approved", "disbursed", "payment_failed");
  await setStates("rejected", withFinalState(all, "rejected"));
  await setStates("shortlisted", [...awarded, ...withFinalState(all, "shortlisted")]);
  for (const { row } of awarded)
    await tx
      .update(grantApplications)
      .set({ state: "approved", amount: row.amount })
      .where(eq(grantApplications.id, row.id));
}

/** Inserts the batch as a draft, then its rows, then sets both to their final states. */
async function loadBatch(tx: Transaction, { row, rows, approval }: PastBatch, all: readonly PastApplication[]) {
  await tx.insert(grantBatches).values({ ...row, state: "draft", rows: 0, amount: 0 });
  await insertRows(
    tx,
    "grant_batch_rows",
    rows.map((each) => ({ ...each, state: "pending", problem: null, transactionId: null })),
  );
  const setBatchState = (state: PastBatch["row"]["state"]) =>
    tx.update(grantBatches).set({ state }).where(eq(grantBatches.id, row.id));
  await tx.insert(approvals).values(approval);
  await setBatchState("awaiting_approval");
  if (row.state !== "done") return;
  await setBatchState("paying");
  for (const each of rows) {
    const { state, problem, transactionId } = each;
    await tx
      .update(grantBatchRows)
      .set({ state, problem, transactionId })
      .where(and(eq(grantBatchRows.batchId, row.id), eq(grantBatchRows.row, each.row)));
    const application = all.find((candidate) => candidate.row.id === each.applicationId);
    await tx
      .update(grantApplications)
      .set({ state: application?.end })
      .where(eq(grantApplications.id, each.applicationId));
  }
  await setBatchState("done");
}

/** Sets programmes to their final states, and reserves their unpaid budgets in the grants pool. */
async function setFinalStates(tx: Transaction, all: readonly PastProgramme[]): Promise<void> {
  for (const { row } of all)
    for (const state of STATES_AFTER_OPEN[row.state])
      await tx.update(grantProgrammes).set({ state }).where(eq(grantProgrammes.id, row.id));
  const unpaidBudget = await tx.execute<{ kobo: number }>(sql`
    select coalesce(sum(budget - paid), 0)::float8 as kobo from grant_programmes where state in ('open', 'closed')`);
  const reservedKobo = unpaidBudget.rows[0]?.kobo ?? 0;
  if (reservedKobo) await reserveInPool(tx, "grants_pool", reservedKobo);
}
