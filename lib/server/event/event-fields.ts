import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { eventCalls } from "@/lib/contract/event";
import { imagesOfRichText, isEmptyText, plainTextOf } from "@/lib/contract/rich-text.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { images } from "@/lib/server/db/schema/content-entries";
import { eventCategories, type events } from "@/lib/server/db/schema/event";
import { resolvePlace } from "@/lib/server/ireport/check-place";
import type { EventRecord } from "./state";

/** Input of the call that creates an event: the fields of the event form. */
export type EventFields = InputOf<typeof eventCalls.create>;

/** Maximum length in characters of a description in the audit trail, whose rows are never deleted. */
const MAX_CHARACTERS = 2_000;

/** Builds a 400 refusal with the message at one form field. */
export const fieldRefusal = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/**
 * Converts the fields of the event form to database columns. Locks the category and the pictures until the transaction ends.
 * @throws 400 with the field whose category or picture does not exist, or for a point outside Cross River State or far from its LGA
 */
export async function eventColumns(tx: Transaction, input: EventFields) {
  const description = isEmptyText(input.description) ? null : input.description;
  await refuseUnknownCategory(tx, input.category_id);
  return {
    title: input.title.trim(),
    description,
    categoryId: input.category_id,
    venue: input.venue.trim(),
    ...eventLocationOf(input),
    startsAt: input.starts_at === null ? null : new Date(input.starts_at),
    endsAt: input.ends_at === null ? null : new Date(input.ends_at),
    coverImageId: input.cover_image_id,
    imageIds: await lockPicturesOf(tx, input.cover_image_id, description),
    organiser: input.organiser.trim(),
    capacity: input.capacity,
  } satisfies Partial<typeof events.$inferInsert>;
}

async function refuseUnknownCategory(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const [found] = await tx
    .select({ id: eventCategories.id })
    .from(eventCategories)
    .where(eq(eventCategories.id, id))
    .for("key share");
  if (!found) throw fieldRefusal("category_id", "This category does not exist any more. Choose another.");
}

function eventLocationOf({ lga, lat, lng }: EventFields) {
  if (lat === null || lng === null) return { lga, lat: null, lng: null };
  const { cell: _cell, ...place } = resolvePlace({ lga: lga ?? undefined, lat, lng });
  return place;
}

async function lockPicturesOf(tx: Transaction, cover: string | null, description: EventFields["description"]) {
  const inText = description ? imagesOfRichText(description).map(({ imageId }) => imageId) : [];
  const ids = [...new Set(cover ? [cover, ...inText] : inText)];
  if (!ids.length) return ids;
  const existing = await tx.select({ id: images.id }).from(images).where(inArray(images.id, ids)).for("key share");
  const gone = ids.find((id) => !existing.some((image) => image.id === id));
  if (gone)
    throw fieldRefusal(gone === cover ? "cover_image_id" : "description", "A picture is no longer here. Add it again.");
  return ids;
}

/** Returns the fields of an event under the names used in the audit trail. */
export async function eventAuditFieldsOf(tx: Transaction, event: EventRecord) {
  return {
    title: event.title,
    category: await categoryName(tx, event.categoryId),
    venue: event.venue,
    lga: event.lga,
    point: event.lat === null ? null : `${event.lat}, ${event.lng}`,
    starts_at: event.startsAt?.toISOString() ?? null,
    ends_at: event.endsAt?.toISOString() ?? null,
    organiser: event.organiser,
    capacity: event.capacity,
    cover: event.coverImageId,
    description: event.description && plainTextOf(event.description).slice(0, MAX_CHARACTERS),
  };
}

async function categoryName(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [category] = await tx.select().from(eventCategories).where(eq(eventCategories.id, id));
  return category?.name ?? null;
}
