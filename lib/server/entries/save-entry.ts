import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type EntryKind, isLegal } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { DRAFTS } from "@/lib/contract/entries-drafts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { entries } from "@/lib/server/db/schema/entries";
import { saveVersion } from "@/lib/server/records/version";
import { refuseUnknown } from "./check-references";
import { draftChanges, draftWords } from "./draft-trail";
import { lockEntry, refuseArchived } from "./lock-entry";
import { columnsOf, entryRecord } from "./record";
import { entrySingle } from "./single";

/** Parses a draft of its kind. The contract has validated it already. */
const draftOf = (kind: EntryKind, draft: unknown): Draft => DRAFTS[kind].parse(draft);

/**
 * Creates a draft, last in the order of its kind.
 * @throws 409 for terms and privacy policy, which always exist; 400 for unknown pictures, groups or languages
 */
export async function createEntry({ tx, admin, audit }: WriteContext, input: { kind: EntryKind; draft: unknown }) {
  const { kind } = input;
  if (isLegal(kind)) throw refuse.conflict("There is one text of this kind already. Change its draft instead.");
  const draft = draftOf(kind, input.draft);
  await refuseUnknown(tx, draft);
  const last = sql<number>`coalesce((select max(position) + 1 from entries where kind = ${kind}), 0)`;
  const [made] = await tx
    .insert(entries)
    .values({ id: uuid(), kind, ...columnsOf(draft), position: last, updatedBy: admin.id })
    .returning();
  if (!made) throw new Error("The entry was not inserted.");
  audit({ record: entryRecord(made), after: draftWords(draft) });
  return entrySingle(tx, { kind, entryId: made.id });
}

/** Saves a draft. @throws 404; 409 with the current entry if it has changed or is archived; 400 as on creation */
export async function saveEntry(
  { tx, admin, audit }: WriteContext,
  input: { kind: EntryKind; entryId: string; version: number; draft: unknown },
) {
  const entry = await lockEntry(tx, input);
  refuseArchived(entry);
  const draft = draftOf(input.kind, input.draft);
  await refuseUnknown(tx, draft);
  const saved = await saveVersion(tx, entries, entry.id, {
    ...columnsOf(draft),
    updatedAt: sql`now()`,
    updatedBy: admin.id,
  });
  audit({ record: entryRecord(saved), ...draftChanges(entry.draft, draft) });
  return entrySingle(tx, input);
}
