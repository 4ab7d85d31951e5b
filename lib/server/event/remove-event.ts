import "server-only";
import { and, eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { events } from "@/lib/server/db/schema/event";
import { eventAuditFieldsOf } from "./event-fields";
import { lockEventVersion } from "./lock-event";
import { eventRecordRef } from "./record";
import { readEventDetails } from "./single";
import { eventStateOf } from "./state";

const REMOVAL_ADVICE = {
  live: "Cancel it instead.",
  ended: "Events that were published are kept.",
  cancelled: "Events that were published are kept.",
};

/**
 * Deletes a draft event with its ticket types. A draft has no orders, because only live events sell tickets.
 * @throws 404; 409 with the current event if it has changed or is not a draft
 */
export async function removeEvent(
  { tx, audit }: WriteContext,
  input: { eventId: string; version: number },
): Promise<{ id: string }> {
  const event = await lockEventVersion(tx, input);
  const state = eventStateOf(event);
  if (state !== "draft")
    throw refuse.conflict(
      `Only drafts can be deleted; this event is ${state}. ${REMOVAL_ADVICE[state]}`,
      await readEventDetails(tx, event.id),
    );
  const before = await eventAuditFieldsOf(tx, event);
  await tx.delete(events).where(and(eq(events.id, event.id), eq(events.state, "draft")));
  audit({ record: eventRecordRef(event), before });
  return { id: event.id };
}
