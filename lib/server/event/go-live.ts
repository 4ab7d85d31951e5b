import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { events } from "@/lib/server/db/schema/event";
import { holdEvent } from "./hold-event";
import { missingOf } from "./missing-fields";
import { ticketTypesOfOne } from "./read-ticket-types";
import { databaseClock, eventRecord } from "./record";
import { eventSingle } from "./single";
import { eventStateOf } from "./state";

/**
 * Takes a draft live: citizens see it and can buy.
 * @throws 404; 409 with the fresh event when it changed since, is no draft, or lacks something, with what to do
 */
export async function takeLive({ tx, audit }: WriteContext, asked: { eventId: string; version: number }) {
  const event = await holdEvent(tx, asked);
  const refused = async (message: string) => refuse.conflict(message, await eventSingle(tx, event.id));
  if (event.state !== "draft") throw await refused(`This event is ${eventStateOf(event)}. Only a draft can go live.`);
  const { types } = await ticketTypesOfOne(tx, event.id);
  const missing = Object.values(missingOf(event, types, await databaseClock(tx)));
  if (missing.length) throw await refused(`This event can't go live yet. ${missing.join(" ")}`);
  const [live] = await tx
    .update(events)
    .set({ state: "live", liveAt: sql`now()`, updatedAt: sql`now()`, version: sql`${events.version} + 1` })
    .where(and(eq(events.id, event.id), eq(events.state, "draft")))
    .returning();
  if (!live) throw new Error(`Event ${event.id} was held and changed nevertheless.`);
  audit({ record: eventRecord(live), before: { state: "draft" }, after: { state: "live" } });
  return eventSingle(tx, event.id);
}
