import "server-only";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { contentEntries, contentEntryPublications, publicationImages } from "@/lib/server/db/schema/content-entries";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitContentWebhook } from "@/lib/server/webhooks/record-events";
import { imageIdsOf, refuseUnknownIds } from "./check-references";
import { isPublicationInForceSql, joinCurrentPublication } from "./current-publication";
import { refuseTooManySlides } from "./limit-live-slides";
import { lockContentEntry, refuseArchived } from "./lock-content-entry";
import { missingFieldsOf } from "./missing-fields";
import { type ContentEntry, contentEntryNounOf, contentEntryRecordRef } from "./record";
import { contentEntrySingle } from "./single";

type PublishInput = {
  kind: ContentEntryKind;
  entryId: string;
  version: number;
  from: string | null;
  until: string | null;
  must_accept: boolean;
};
/** Maximum time in ms by which a start may be in the past, because a form filled in for “now” is sent later. */
const GRACE_MS = 60_000;

/**
 * Publishes the saved draft, now or from a later time. Scheduling replaces an earlier scheduled version; publishing now keeps it.
 * @throws 404; 400 with missing fields, deleted references or invalid times; 403 for legal texts without `approve`; 409 with the current
 * content entry if it has changed, is archived, or would exceed the limit of live slides
 */
export async function publishContentEntry({ tx, admin, audit }: WriteContext, input: PublishInput) {
  if (isLegalContentEntryKind(input.kind)) refuseWithoutApprove(admin);
  const entry = await lockContentEntry(tx, input);
  refuseArchived(entry);
  const missing = missingFieldsOf(entry.kind, entry.draft);
  const messages = Object.values(missing);
  if (messages.length) throw refuse.badInput(`This can't be published yet. ${messages.join(" ")}`, missing);
  // Checks references again, because a restored version may refer to groups or pictures that were deleted since.
  await refuseUnknownIds(tx, entry.draft);
  const times = await readTimes(tx, input);
  const replaced = times.isLater ? await withdrawScheduled(tx, entry, admin.id) : [];
  if (isLegalContentEntryKind(entry.kind)) await refuseOutOfOrder(tx, entry, times.from);
  const number = await insertPublication(tx, entry, { ...times, mustAccept: input.must_accept, by: admin.id });
  if (entry.kind === "slides") await refuseTooManySlides(tx, entry.id);
  await bumpVersion(tx, entry.id);
  audit({
    record: contentEntryRecordRef(entry),
    ...(replaced.length && { before: { scheduled: replaced.join(", ") } }),
    after: {
      [times.isLater ? "scheduled" : "published"]: number,
      from: times.from.toISOString(),
      until: times.until?.toISOString() ?? null,
      ...(isLegalContentEntryKind(entry.kind) && { must_accept: input.must_accept }),
    },
  });
  return contentEntrySingle(tx, input);
}

function refuseWithoutApprove({ rights }: SignedInAdmin): void {
  if (!satisfiesPolicy(rights, accessPolicy("App Configurations", "approve")))
    throw refuse.forbidden(
      "Publishing what binds every citizen needs the “approve” right in App Configurations. Ask an admin who has it.",
    );
}

type PublicationTimes = { from: Date; until: Date | null; isLater: boolean };

/** Parses the start and end, and compares them with the database's clock. @throws 400 */
async function readTimes(tx: Transaction, { kind, from, until }: PublishInput): Promise<PublicationTimes> {
  const { rows } = await tx.execute<{ now: string }>(sql`select now() as now`);
  const now = new Date(rows[0]?.now ?? Date.now());
  const requestedFrom = from === null ? now : new Date(from);
  if (requestedFrom.getTime() < now.getTime() - GRACE_MS)
    throw fieldError("from", "This time has passed. Choose a later one, or now.");
  const startsAt = requestedFrom < now ? now : requestedFrom;
  if (until === null) return { from: startsAt, until: null, isLater: startsAt > now };
  if (isLegalContentEntryKind(kind))
    throw fieldError("until", "A version holds until the next one, so it has no end of its own.");
  const endsAt = new Date(until);
  if (endsAt <= startsAt) throw fieldError("until", "The end must be after the beginning.");
  return { from: startsAt, until: endsAt, isLater: startsAt > now };
}

const fieldError = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/** Withdraws the scheduled publications of an entry. @returns their version numbers */
async function withdrawScheduled(tx: Transaction, entry: Pick<ContentEntry, "id">, adminId: string): Promise<number[]> {
  const rows = await tx
    .update(contentEntryPublications)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: adminId })
    .where(
      and(
        eq(contentEntryPublications.entryId, entry.id),
        isNull(contentEntryPublications.withdrawnAt),
        gt(contentEntryPublications.from, sql`now()`),
      ),
    )
    .returning({ number: contentEntryPublications.number });
  return rows.map(({ number }) => number).sort((a, b) => a - b);
}

/** Refuses a version of a legal text that would start before a version that is already published. @throws 409 */
async function refuseOutOfOrder(tx: Transaction, entry: ContentEntry, from: Date): Promise<void> {
  const { rows } = await tx.execute<{ number: number }>(sql`
    select number from entry_publications where entry_id = ${entry.id} and withdrawn_at is null
      and "from" >= ${from.toISOString()}::timestamptz limit 1`);
  if (rows[0])
    throw refuse.conflict(
      `Version ${rows[0].number} is scheduled for later. Cancel it first, or choose a time after it.`,
      await contentEntrySingle(tx, { kind: entry.kind, entryId: entry.id }),
    );
}

type Publication = { from: Date; until: Date | null; mustAccept: boolean; by: string };

async function insertPublication(tx: Transaction, entry: ContentEntry, { from, until, mustAccept, by }: Publication) {
  const { rows } = await tx.execute<{ next: number }>(
    sql`select coalesce(max(number), 0) + 1 as next from entry_publications where entry_id = ${entry.id}`,
  );
  const number = rows[0]?.next ?? 1;
  await tx.insert(contentEntryPublications).values({
    entryId: entry.id,
    number,
    kind: entry.kind,
    content: entry.draft,
    title: entry.title,
    from,
    until,
    mustAccept: isLegalContentEntryKind(entry.kind) && mustAccept,
    publishedAt: sql`now()`,
    publishedBy: by,
  });
  const imageRows = imageIdsOf(entry.draft).map((imageId) => ({ entryId: entry.id, number, imageId }));
  if (imageRows.length) await tx.insert(publicationImages).values(imageRows);
  return number;
}

/** Increments the entry's version because its public state changes, and emits the change to the citizen apps. */
async function bumpVersion(tx: Transaction, entryId: string): Promise<void> {
  await emitContentWebhook(tx, await updateVersionedRecord(tx, contentEntries, entryId, {}));
}

/**
 * Withdraws the live publication of an entry, or cancels the scheduled one.
 * @throws 404; 409 with the current entry if it has changed, is not published or scheduled, is a legal text in force, or would exceed the
 * limit of live slides
 */
export async function withdrawContentEntry(
  { tx, admin, audit }: WriteContext,
  input: { kind: ContentEntryKind; entryId: string; version: number; what: "next" | "all" },
) {
  if (isLegalContentEntryKind(input.kind)) {
    refuseWithoutApprove(admin);
    if (input.what === "all")
      throw refuse.conflict(
        "The current version can't be withdrawn: it binds citizens and us. Publish a new version instead, or cancel the scheduled one.",
      );
  }
  const entry = await lockContentEntry(tx, input);
  const next = await withdrawScheduled(tx, entry, admin.id);
  const live = input.what === "all" ? await withdrawLive(tx, entry, admin.id) : [];
  // Checks the limit of live slides, because the live version stays live longer without the scheduled version that would have replaced it.
  if (entry.kind === "slides") await refuseTooManySlides(tx, entry.id);
  if (next.length + live.length === 0)
    throw refuse.conflict(
      input.what === "next" ? "Nothing is scheduled." : `This ${contentEntryNounOf(input.kind)} is not published.`,
      await contentEntrySingle(tx, input),
    );
  await bumpVersion(tx, entry.id);
  audit({
    record: contentEntryRecordRef(entry),
    before: { ...(live.length && { published: live.join(", ") }), ...(next.length && { scheduled: next.join(", ") }) },
    after: { step: "withdrawn" },
  });
  return contentEntrySingle(tx, input);
}

/** Withdraws the live version of an entry, and earlier versions that would become live again. @returns the live version's number */
async function withdrawLive(tx: Transaction, entry: ContentEntry, adminId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ number: number }>(
    sql`select held.number from entries e ${joinCurrentPublication} where e.id = ${entry.id} and ${isPublicationInForceSql}`,
  );
  if (!rows.length) return [];
  await tx
    .update(contentEntryPublications)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: adminId })
    .where(
      and(
        eq(contentEntryPublications.entryId, entry.id),
        isNull(contentEntryPublications.withdrawnAt),
        or(isNull(contentEntryPublications.until), gt(contentEntryPublications.until, sql`now()`)),
      ),
    );
  return rows.map(({ number }) => number);
}
