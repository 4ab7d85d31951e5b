import "server-only";
import { asc, inArray, type SQL, sql } from "drizzle-orm";
import { DUPLICATE_KINDS, type DuplicateKind } from "@/lib/contract/grant.values";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import type { UploadRow } from "@/lib/server/uploads/consume";
import { type DuplicateCheckKey, isPhotoPairKey } from "./duplicate-check-keys";
import {
  type DuplicateMatch,
  findDuplicateMatches,
  findSamePhotos,
  matchKey,
  newestMatchesOfEach,
} from "./find-duplicate-matches";

/** Takes a lock, so that duplicate searches run one at a time until the commit. Call it before locking any row. */
export const lockDuplicateSearch = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.grantDuplicates})`);

/** An application, possibly not stored yet, with its new duplicate-check keys. `photos`: pictures of the applicant. */
type NewApplication = {
  id: string;
  userId: string;
  checkKeys: readonly DuplicateCheckKey[];
  photos: readonly Pick<UploadRow, "photoHash" | "photoHash0" | "photoHash1" | "photoHash2" | "photoHash3">[];
};

/**
 * Finds and flags other users' applications that share data with this application or its new documents. Requires
 * `lockDuplicateSearch`. Locks the matches, and this application if stored, by id.
 * @returns the matches, and the duplicate-check keys to store with the applications
 */
export async function flagDuplicates(tx: Transaction, { id, userId, checkKeys, photos }: NewApplication) {
  const photoMatches = await findSamePhotos(tx, { id, userId }, photos);
  const matches = newestMatchesOfEach([...(await findDuplicateMatches(tx, userId, checkKeys)), ...photoMatches]);
  await tx
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(inArray(grantApplications.id, [id, ...matches.map(({ applicationId }) => applicationId)]))
    .orderBy(asc(grantApplications.id))
    .for("no key update");
  await flagMatchingApplications(tx, id, matches);
  const ownKeys = [...checkKeys, ...matches.filter(isPhotoPairKey)].map(({ kind, value }) => ({
    kind,
    value,
    applicationId: id,
  }));
  const toStore = [...ownKeys, ...matches.filter(isPhotoPairKey)];
  return { matches, kept: toStore.map(({ kind, value, applicationId }) => ({ kind, value, applicationId })) };
}

/** Flags the matched, locked applications with the kinds of data they share with application `id`. */
export async function flagMatchingApplications(
  tx: Transaction,
  id: string,
  matches: readonly DuplicateMatch[],
): Promise<void> {
  const kindsOf = new Map<string, DuplicateKind[]>();
  for (const { applicationId, kind } of matches)
    kindsOf.set(applicationId, [...(kindsOf.get(applicationId) ?? []), kind]);
  // Groups the matches by the kinds of data they share. Most share the same kinds, so few UPDATE statements are needed.
  const groups = new Map<string, { kinds: DuplicateKind[]; others: string[] }>();
  for (const [other, kinds] of kindsOf) {
    const group = groups.get(kinds.join()) ?? { kinds, others: [] };
    groups.set(kinds.join(), { ...group, others: [...group.others, other] });
  }
  for (const { kinds, others } of groups.values()) await flagApplications(tx, id, others, kinds);
}

async function flagApplications(tx: Transaction, id: string, others: string[], kinds: DuplicateKind[]): Promise<void> {
  const { duplicates, duplicatesClearedOf, duplicatesClearedAt, duplicatesClearedBy, duplicatesClearedReason } =
    grantApplications;
  const pairs = kinds.map((kind) => matchKey({ kind, applicationId: id }));
  const keepIfCovered = (column: SQL) =>
    sql`case when ${sql.param(pairs)}::text[] <@ ${duplicatesClearedOf} then ${column} end`;
  await tx
    .update(grantApplications)
    .set({
      duplicates: sql`array(select each from unnest(${sql.param([...DUPLICATE_KINDS])}::text[]) each
        where each = any(${duplicates}) or each = any(${sql.param(kinds)}::text[]))`,
      duplicatesClearedAt: keepIfCovered(sql`${duplicatesClearedAt}`),
      duplicatesClearedBy: keepIfCovered(sql`${duplicatesClearedBy}`),
      duplicatesClearedReason: keepIfCovered(sql`${duplicatesClearedReason}`),
      version: sql`${grantApplications.version} + 1`,
    })
    .where(inArray(grantApplications.id, others));
}
