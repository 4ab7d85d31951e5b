import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { EventDetails } from "@/lib/contract/event";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import { events } from "@/lib/server/db/schema/event";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitTicketedEventWebhook } from "@/lib/server/webhooks/record-events";
import { type EventFields, eventAuditFieldsOf, eventColumns, fieldRefusal } from "./event-fields";
import { lockEventVersion } from "./lock-event";
import { eventChangesOf, queueEventChange } from "./notify-of-change";
import { EVENT_RECORD_TYPE, eventRecordRef, readDatabaseTimeMs } from "./record";
import { readEventDetails } from "./single";
import { type EventRecord, eventStateOf } from "./state";

type EventColumns = Awaited<ReturnType<typeof eventColumns>>;

/** Creates a draft event. @throws 400 with the field whose category or picture does not exist, or for a point outside Cross River State */
export async function createEvent({ tx, admin, audit }: WriteContext, input: EventFields): Promise<EventDetails> {
  const [created] = await tx
    .insert(events)
    .values({ id: uuid(), ...(await eventColumns(tx, input)), createdBy: admin.id })
    .returning();
  if (!created) throw new Error("The event was not inserted.");
  audit({ record: eventRecordRef(created), after: await eventAuditFieldsOf(tx, created) });
  return readEventDetails(tx, created.id);
}

/**
 * Changes an event. In a draft, every field can change. In a live event, required fields must stay filled. In an ended event, only texts
 * and place can change. Holders of valid tickets are notified of a new time or venue of a live event.
 * @throws 404; 400 with the invalid field; 409 with the current event if it has changed, is cancelled, or its cancellation waits for
 * approval
 */
export async function updateEvent(
  { tx, audit }: WriteContext,
  { eventId, version, ...input }: EventFields & { eventId: string; version: number },
): Promise<EventDetails> {
  const event = await lockEventVersion(tx, { eventId, version });
  const current = () => readEventDetails(tx, eventId);
  await refuseWhileChangeWaits(tx, EVENT_RECORD_TYPE, eventId, current);
  const now = await readDatabaseTimeMs(tx);
  const state = eventStateOf(event, now);
  if (state === "cancelled") throw refuse.conflict("This event is cancelled. It can't be changed.", await current());
  const columns = await eventColumns(tx, input);
  if (state === "ended") refuseChangeOfEnded(event, columns);
  if (state === "live") refuseInvalidLive(event, columns, now);
  if (columns.capacity !== null && columns.capacity < event.taken)
    throw fieldRefusal(
      "capacity",
      `${formatCount(event.taken)} seats are sold or reserved. Enter at least this number.`,
    );
  const changed = await updateVersionedRecord(tx, events, eventId, { ...columns, updatedAt: sql`now()` });
  if (state !== "draft") await emitTicketedEventWebhook(tx, "event.updated", changed);
  const changes = state === "live" ? eventChangesOf(event, changed) : [];
  const people = changes.length ? await queueEventChange(tx, eventId, changes) : 0;
  const [before, after] = [await eventAuditFieldsOf(tx, event), await eventAuditFieldsOf(tx, changed)];
  // Compares deeply, because the database returns the keys of a JSON object in another order.
  const isReformatted =
    before.description === after.description && !isDeepStrictEqual(event.description, changed.description);
  audit({
    record: eventRecordRef(changed),
    before,
    after: {
      ...after,
      ...(isReformatted && { description: "formatting, pictures or later words" }),
      ...(people > 0 && { people_notified: people }),
    },
  });
  return current();
}

/** @throws 400 with the invalid field, if a required field of a live event is empty, or a new start or end is in the past */
function refuseInvalidLive(event: EventRecord, columns: EventColumns, now: number): void {
  refuseEmptyFields(columns);
  if (!columns.startsAt) throw fieldRefusal("starts_at", "A live event needs a start.");
  if (!columns.endsAt) throw fieldRefusal("ends_at", "A live event needs an end.");
  if (!sameTime(columns.startsAt, event.startsAt) && columns.startsAt.getTime() <= now)
    throw fieldRefusal("starts_at", "This start has passed. Enter a later one.");
  if (columns.endsAt.getTime() <= now) throw fieldRefusal("ends_at", "This end has passed. Enter a later one.");
}

/** @throws 400 with a changed field that can't change any more once the event has ended */
function refuseChangeOfEnded(event: EventRecord, columns: EventColumns): void {
  refuseEmptyFields(columns);
  if (!sameTime(columns.startsAt, event.startsAt))
    throw fieldRefusal("starts_at", "The event is over. Its start stays.");
  if (!sameTime(columns.endsAt, event.endsAt)) throw fieldRefusal("ends_at", "The event is over. Its end stays.");
  if (columns.capacity !== event.capacity) throw fieldRefusal("capacity", "The event is over. Its capacity stays.");
}

function refuseEmptyFields({ categoryId, venue }: EventColumns): void {
  if (!categoryId) throw fieldRefusal("category_id", "This event was published. Choose a category.");
  if (!venue) throw fieldRefusal("venue", "This event was published. Enter the venue.");
}

const sameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime();
