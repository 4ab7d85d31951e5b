import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { events } from "@/lib/server/db/schema/event";
import { emitTicketedEventWebhook } from "@/lib/server/webhooks/record-events";
import { lockEventVersion } from "./lock-event";
import { missingEventFieldsOf } from "./missing-fields";
import { ticketTypesOfEvent } from "./read-ticket-types";
import { eventRecordRef, readDatabaseTimeMs } from "./record";
import { readEventDetails } from "./single";
import { eventStateOf } from "./state";

/**
 * Publishes a draft: citizens can see it and buy tickets.
 * @throws 404; 409 with the current event if it has changed, is not a draft, or lacks required fields, which the message lists
 */
export async function publishEvent({ tx, audit }: WriteContext, input: { eventId: string; version: number }) {
  const event = await lockEventVersion(tx, input);
  const refused = async (message: string) => refuse.conflict(message, await readEventDetails(tx, event.id));
  if (event.state !== "draft") throw await refused(`This event is ${eventStateOf(event)}. Only a draft can go live.`);
  const { types } = await ticketTypesOfEvent(tx, event.id);
  const missing = Object.values(missingEventFieldsOf(event, types, await readDatabaseTimeMs(tx)));
  if (missing.length) throw await refused(`This event can't go live yet. ${missing.join(" ")}`);
  const [live] = await tx
    .update(events)
    .set({ state: "live", liveAt: sql`now()`, updatedAt: sql`now()`, version: sql`${events.version} + 1` })
    .where(and(eq(events.id, event.id), eq(events.state, "draft")))
    .returning();
  if (!live) throw new Error(`Event ${event.id} was held and changed nevertheless.`);
  await emitTicketedEventWebhook(tx, "event.published", live);
  audit({ record: eventRecordRef(live), before: { state: "draft" }, after: { state: "live" } });
  return readEventDetails(tx, event.id);
}
