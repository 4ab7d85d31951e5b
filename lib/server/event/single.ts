import "server-only";
import { eq } from "drizzle-orm";
import type { EventDetails } from "@/lib/contract/event";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { missingEventFieldsOf } from "./missing-fields";
import { EVENT_RECORD_TYPE } from "./record";
import { eventRowOf } from "./rows";

/** Returns an event as its page shows it. @throws 404 */
export async function readEventDetails(db: Queryable, eventId: string): Promise<EventDetails> {
  const found = await eventRowOf(db, eventId);
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!found || !event) throw refuse.notFound("event");
  const { types, held } = found.onSale;
  const anyOrder = await db
    .select({ id: eventOrders.id })
    .from(eventOrders)
    .where(eq(eventOrders.eventId, event.id))
    .limit(1);
  return {
    ...found.row,
    description: event.description,
    lat: event.lat,
    lng: event.lng,
    cover_image_id: event.coverImageId,
    organiser: event.organiser,
    ticket_types: types,
    missing: event.state === "draft" ? missingEventFieldsOf(event, types) : {},
    held,
    is_used: anyOrder.length > 0,
    cancelled: event.cancelledAt && { at: event.cancelledAt.toISOString(), reason: event.cancelReason ?? "" },
    awaiting: (await waitingApprovalsOfRecords(db, EVENT_RECORD_TYPE, [event.id])).get(event.id) ?? null,
    timeline: await readRecordTimeline(db, EVENT_RECORD_TYPE, event.id),
  };
}
