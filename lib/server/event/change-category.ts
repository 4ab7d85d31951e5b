import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { COUNT_CAP } from "@/lib/contract/common";
import type { eventCategoryCreation, eventCategoryUpdate } from "@/lib/contract/event";
import { pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { eventCategories } from "@/lib/server/db/schema/event";
import { reorderRows } from "@/lib/server/lists/reorder";
import {
  nameTakenConflict,
  refuseNameTaken,
  rejectStaleVersion,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { listEventCategories, readEventCategory } from "./list-categories";
import { EVENT_CATEGORY_RECORD_TYPE } from "./record";

type Category = typeof eventCategories.$inferSelect;
type CategoryFields = z.output<typeof eventCategoryCreation>;
type CategoryVersion = { eventCategoryId: string; version: number };

const categoryRecordRef = ({ id, name }: Category) => ({ type: EVENT_CATEGORY_RECORD_TYPE, id, name });
const auditFieldsOf = ({ name, colour, icon }: Category) => ({ name, colour, icon });
const categoryColumns = ({ name, colour, icon }: CategoryFields) => ({ name: name.trim(), colour, icon });

/** Adds an event category at the end of the list. @throws 409 if the name is taken, ignoring case */
export async function createEventCategory({ tx, audit }: WriteContext, input: CategoryFields) {
  const all = await lockCategories(tx);
  const lastPosition = Math.max(-1, ...all.map(({ position }) => position));
  const [created] = await tx
    .insert(eventCategories)
    .values({ id: uuid(), ...categoryColumns(input), position: lastPosition + 1 })
    .onConflictDoNothing()
    .returning();
  if (!created) throw nameTakenConflict("category", input.name.trim());
  audit({ record: categoryRecordRef(created), after: auditFieldsOf(created) });
  return readEventCategory(tx, created.id);
}

/** Changes an event category. @throws 404; 409 with the current category if it has changed; 409 if the name is taken */
export async function updateEventCategory({ tx, audit }: WriteContext, input: z.output<typeof eventCategoryUpdate>) {
  const before = await findCategory(tx, await lockCategories(tx), input);
  const values = categoryColumns(input);
  await refuseNameTaken(tx, eventCategories, "category", { id: before.id, name: values.name });
  const after = await updateVersionedRecord(tx, eventCategories, before.id, values);
  audit({ record: categoryRecordRef(after), before: auditFieldsOf(before), after: auditFieldsOf(after) });
  return readEventCategory(tx, after.id);
}

/** Saves the order of all event categories. @throws 409 with the current list if categories were added or deleted since */
export async function saveEventCategoryOrder({ tx, audit }: WriteContext, ids: string[]) {
  const all = await lockCategories(tx);
  const order = await reorderRows(tx, eventCategories, ids, {
    nouns: "categories",
    all,
    current: () => listEventCategories(tx),
  });
  audit({ record: null, before: { order: order.before }, after: { order: order.after } });
  return listEventCategories(tx);
}

/** Deletes an unused event category. @throws 404; 409 with the current category if changed; 409 while events use it */
export async function deleteEventCategory({ tx, audit }: WriteContext, input: CategoryVersion) {
  const gone = await findCategory(tx, await lockCategories(tx), input);
  // This lock waits for transactions that save an event with this category. Later transactions wait for the deletion, and then fail.
  await tx
    .select({ id: eventCategories.id })
    .from(eventCategories)
    .where(eq(eventCategories.id, gone.id))
    .for("update");
  const latest = await readEventCategory(tx, gone.id);
  if (latest.events)
    throw refuse.conflict(
      `${gone.name} is the category of ${inWords(latest.events)}, so it can't be deleted. Give them another one first.`,
      latest,
    );
  await tx.delete(eventCategories).where(eq(eventCategories.id, gone.id));
  audit({ record: categoryRecordRef(gone), before: auditFieldsOf(gone) });
  return { id: gone.id };
}

const inWords = (events: number) => pluralize(events, "event", "events", events >= COUNT_CAP);

/** Locks all event categories until the transaction ends, and returns them in their order. Does not block saving events. */
async function lockCategories(tx: Transaction): Promise<Category[]> {
  await tx
    .select({ id: eventCategories.id })
    .from(eventCategories)
    .orderBy(asc(eventCategories.id))
    .for("no key update");
  // Queries again after the lock, to include categories added while this transaction waited.
  return tx
    .select()
    .from(eventCategories)
    .orderBy(asc(eventCategories.position), asc(sql`lower(${eventCategories.name})`));
}

async function findCategory(tx: Transaction, all: readonly Category[], { eventCategoryId, version }: CategoryVersion) {
  const found = all.find(({ id }) => id === eventCategoryId);
  if (!found) throw refuse.notFound("category");
  await rejectStaleVersion("category", found, version, () => readEventCategory(tx, found.id));
  return found;
}
