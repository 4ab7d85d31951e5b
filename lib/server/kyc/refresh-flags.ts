import "server-only";
import { and, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { KycRisk } from "@/lib/contract/kyc.submission";
import { KYC_FLAGS, KYC_OPEN_STATES, type KycFlag } from "@/lib/contract/kyc.values";
import { lagosDayOf } from "@/lib/server/base/time";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import { type Database, database, type Queryable, type Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { readRisks } from "./read-risks";

/**
 * Makes concurrent submissions compute their risk flags one after the other, until the commit. Two submissions with the same identity
 * number would otherwise miss each other. Call it before locking any row, to prevent deadlocks.
 */
export const lockRiskFlags = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.kycFlags})`);

/** Computes the risks of a stored request. @throws if it does not exist */
export async function readRequestRisks(db: Queryable, kycId: string): Promise<KycRisk[]> {
  const [row] = await db
    .select({ request: kycRequests, user: users })
    .from(kycRequests)
    .innerJoin(users, eq(users.id, kycRequests.userId))
    .where(eq(kycRequests.id, kycId));
  if (!row) throw new Error(`KYC request ${kycId} does not exist.`);
  return readRisks(db, row.request, row.user);
}

/**
 * Stores the flags of a new or changed request, and adds the flags that it shares with other requests to those requests. Increments their
 * versions, so that an officer who is deciding one of them gets a conflict. Requires `lockRiskFlags`.
 * @param risksBefore risks before the change; flags that no longer apply are removed from the other requests
 */
export async function refreshRiskFlags(
  tx: Transaction,
  kycId: string,
  risksBefore: KycRisk[] = [],
): Promise<KycFlag[]> {
  const risks = await readRequestRisks(tx, kycId);
  const flags = risks.map(({ flag }) => flag);
  await tx.update(kycRequests).set({ flags }).where(eq(kycRequests.id, kycId));
  for (const { flag, requests } of risks) await addFlag(tx, flag, idsOf(requests));
  const current = new Set(risks.flatMap(({ requests }) => idsOf(requests)));
  for (const id of new Set(risksBefore.flatMap(({ requests }) => idsOf(requests))))
    if (!current.has(id)) await recomputeFlags(tx, id);
  return flags;
}

const idsOf = (requests: readonly { id: string }[]) => requests.map(({ id }) => id);

const hasFlag = (flag: KycFlag) => sql`${flag} = any(${kycRequests.flags})`;
/** Adds a flag to a request's flags, in their fixed order. */
const flagsWithAdded = (flag: KycFlag) => sql`array(select each from unnest(${sql.param([...KYC_FLAGS])}::text[]) each
  where each = ${flag} or each = any(${kycRequests.flags}))`;

/** SQL: the next version of an open request. The version of a decided request stays, because no officer is deciding it. */
const nextVersion = sql`${kycRequests.version} +
  case when ${inArray(kycRequests.state, [...KYC_OPEN_STATES])} then 1 else 0 end`;

const updateFlag = (db: Queryable, flag: KycFlag, where: SQL | undefined) =>
  db
    .update(kycRequests)
    .set({ flags: flagsWithAdded(flag), version: nextVersion })
    .where(and(where, not(hasFlag(flag))));

async function addFlag(tx: Transaction, flag: KycFlag, ids: string[]) {
  if (ids.length) await updateFlag(tx, flag, inArray(kycRequests.id, ids));
}

async function recomputeFlags(tx: Transaction, kycId: string) {
  const flags = (await readRequestRisks(tx, kycId)).map(({ flag }) => flag);
  await tx
    .update(kycRequests)
    .set({ flags, version: nextVersion })
    .where(and(eq(kycRequests.id, kycId), sql`${kycRequests.flags} <> ${sql.param(flags)}::text[]`));
}

/** Recomputes the flags of a citizen's open requests after a change of the account. Requires `lockRiskFlags`. */
export async function refreshFlagsOfOpenRequests(tx: Transaction, userId: string): Promise<void> {
  const isOpen = and(eq(kycRequests.userId, userId), inArray(kycRequests.state, [...KYC_OPEN_STATES]));
  for (const { id } of await tx.select({ id: kycRequests.id }).from(kycRequests).where(isOpen))
    await recomputeFlags(tx, id);
}

/** Flags open requests whose document expired while they waited. Runs every hour. */
export async function flagExpiredDocuments(db: Database = database().db): Promise<void> {
  const isExpired = lt(kycRequests.identityExpiresOn, lagosDayOf(new Date()));
  await updateFlag(db, "document_expired", and(inArray(kycRequests.state, [...KYC_OPEN_STATES]), isExpired));
}
