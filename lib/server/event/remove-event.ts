import "server-only";
import { and, eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { events } from "@/lib/server/db/schema/event";
import { trailOf } from "./event-fields";
import { holdEvent } from "./hold-event";
import { eventRecord } from "./record";
import { eventSingle } from "./single";
import { eventStateOf } from "./state";

const INSTEAD = {
  live: "Cancel it instead.",
  ended: "Events that were published are kept.",
  cancelled: "Events that were published are kept.",
};

/**
 * Deletes a draft with its ticket types. Nobody has ordered any of it: only what is live is sold.
 * @throws 404; 409 with the fresh event when it changed since or is no draft
 */
export async function removeEvent(
  { tx, audit }: WriteContext,
  asked: { eventId: string; version: number },
): Promise<{ id: string }> {
  const event = await holdEvent(tx, asked);
  const state = eventStateOf(event);
  if (state !== "draft")
    throw refuse.conflict(
      `Only drafts can be deleted; this event is ${state}. ${INSTEAD[state]}`,
      await eventSingle(tx, event.id),
    );
  const before = await trailOf(tx, event);
  await tx.delete(events).where(and(eq(events.id, event.id), eq(events.state, "draft")));
  audit({ record: eventRecord(event), before });
  return { id: event.id };
}
