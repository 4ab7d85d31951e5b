import "server-only";
import { sql } from "drizzle-orm";
import { log } from "@/lib/server/base/log";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { accountStatusActions, loadGroupsAndNotes } from "./account-status";
import { loadAdmins } from "./admins";
import { loadAuditTrail } from "./audit-rows";
import { broadcastActions, loadBroadcasts } from "./broadcasts";
import { clockFrom } from "./clock";
import { contentEntryActions, loadContentEntries } from "./content-entries/load";
import { buildCitizenDataRequests, loadCitizenDataRequests } from "./data-requests";
import { buildDisputes, loadDisputes } from "./disputes";
import { loadKycDocuments } from "./documents";
import { loadEmergencyNumbers } from "./emergency-numbers";
import { buildEvents } from "./event/build";
import { loadEventCategories } from "./event/categories";
import { loadEvents } from "./event/load";
import { buildGrants } from "./grant/build";
import { loadGrants } from "./grant/load";
import { reportActions } from "./ireport/audit-rows";
import { buildReports } from "./ireport/build";
import { loadCategories } from "./ireport/categories";
import { loadReports, updateLastSeen } from "./ireport/load";
import { loadPhotos } from "./ireport/photos";
import { loadReportTemplates } from "./ireport/templates";
import { buildKycCases } from "./kyc";
import { loadLedger } from "./ledger";
import { loadKycRequests, loadUsers } from "./load-requests";
import { paymentMethodActions } from "./methods";
import { buildManualTransfers, loadManualTransfers } from "./movements";
import { buildAppKeys, loadAppKeysAndBackups } from "./operations";
import { buildPeople } from "./people";
import { buildPromotions } from "./promotion/build";
import { loadPromotions } from "./promotion/load";
import { loadRevenueHeads, revenueHeadActions } from "./revenue-heads";
import { applyKycDecisions } from "./review-steps";
import { loadKycReviews } from "./reviews";
import { buildTransactions, loadTransactions } from "./transactions";

/**
 * Fills an empty installation with demo data: citizens, identity requests, decisions and more, the same at each load, dated
 * relative to now. Loads all or nothing. Does nothing if any admin exists.
 */
export async function loadDemoData(db: Database): Promise<void> {
  if (await isDatabaseInUse(db)) return;
  await db.transaction(async (tx) => {
    // Raises the time limits: waiting for another instance, or drawing pictures between two statements, may take longer than a request may.
    await tx.execute(sql`select set_config('statement_timeout', '300s', true),
      set_config('idle_in_transaction_session_timeout', '300s', true)`);
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demoData})`);
    if (!(await isDatabaseInUse(tx))) await loadAllDemoData(tx);
  });
}

async function isDatabaseInUse(db: Queryable): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).limit(1)).length > 0;
}

async function loadAllDemoData(tx: Transaction): Promise<void> {
  const startedAt = new Date();
  const clock = clockFrom(startedAt);
  log.info("demo data: loading, once");
  await loadAdmins(tx, clock);
  const people = buildPeople(clock);
  const cases = buildKycCases(clock, people);
  const reports = buildReports(startedAt, people);
  const finalPeople = updateLastSeen(applyKycDecisions(clock, people, cases), reports);
  await loadUsers(tx, finalPeople);
  await loadGroupsAndNotes(tx, clock, people);
  await loadKycRequests(tx, clock, cases);
  log.info(`demo data: ${people.length} users, ${cases.length} identity requests`);
  const documentCount = await loadKycDocuments(tx, clock, cases);
  log.info(`demo data: ${documentCount} specimen documents drawn`);
  await loadCategories(tx, clock);
  await loadReportTemplates(tx, clock);
  await loadReports(tx, reports);
  const photoCount = await loadPhotos(tx, reports);
  log.info(`demo data: ${reports.length} reports of citizens with ${photoCount} photos`);
  const entryCount = await loadContentEntries(tx, clock, people);
  log.info(`demo data: ${entryCount} announcements, slides, articles, questions and legal texts`);
  const broadcastCount = await loadBroadcasts(tx, clock);
  log.info(`demo data: ${broadcastCount} notifications and the devices of citizens`);
  const numberCount = await loadEmergencyNumbers(tx, clock);
  log.info(`demo data: ${numberCount} emergency numbers`);
  const movements = buildManualTransfers(clock);
  const payments = buildTransactions(clock, people);
  const events = buildEvents(clock, people, payments);
  const grants = buildGrants(clock, { people: finalPeople, cases, payments });
  const dataRequests = buildCitizenDataRequests(clock, finalPeople);
  const keys = buildAppKeys(clock);
  const promotions = buildPromotions(clock, people, { payments, movements: movements.entries });
  const disputed = buildDisputes(clock, payments);
  await loadTransactions(tx, payments);
  const headCount = await loadRevenueHeads(tx, clock, payments, finalPeople);
  await loadDisputes(tx, disputed);
  await loadLedger(tx, [...movements.entries, ...payments.entries]);
  await loadManualTransfers(tx, movements);
  log.info(`demo data: ${payments.rows.length} transactions, ${payments.entries.length} of them in the ledger`);
  log.info(`demo data: ${headCount} revenue heads`);
  await loadEventCategories(tx, clock);
  await loadEvents(tx, events);
  const tickets = events.flatMap(({ sales }) => sales.flatMap((sale) => sale.tickets));
  log.info(`demo data: ${events.length} events with ${tickets.length} tickets`);
  await loadPromotions(tx, promotions);
  const redeemed = promotions.flatMap(({ redemptions }) => redemptions);
  log.info(`demo data: ${promotions.length} promotions with ${redeemed.length} uses`);
  await loadGrants(tx, grants);
  const applications = grants.flatMap((programme) => programme.applications);
  log.info(`demo data: ${grants.length} grant programmes with ${applications.length} applications`);
  await loadCitizenDataRequests(tx, dataRequests);
  await loadAppKeysAndBackups(tx, clock, keys.rows);
  log.info(`demo data: ${dataRequests.rows.length} requests about citizens' data, ${keys.rows.length} app keys`);
  const auditCount = await loadAuditTrail(tx, clock, cases, [
    ...movements.actions,
    ...dataRequests.actions,
    ...keys.actions,
    ...paymentMethodActions(clock),
    ...revenueHeadActions(clock),
    ...disputed.actions,
    ...accountStatusActions(people),
    ...reportActions(reports),
    ...contentEntryActions(clock),
    ...broadcastActions(clock),
    ...[...events, ...promotions, ...grants].flatMap(({ actions }) => actions),
  ]);
  await loadKycReviews(tx, clock, cases);
  log.info(`demo data: ${auditCount} steps of admins on record, done in ${Date.now() - startedAt.getTime()} ms`);
}
