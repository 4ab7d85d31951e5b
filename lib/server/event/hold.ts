import "server-only";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { lockEvent } from "./record";
import { eventSingle } from "./single";
import type { EventRecord } from "./state";

/**
 * The event, held until the transaction ends, as it was when the change was made from it.
 * @throws 404; 409 with the event as it is now when it changed since
 */
export async function holdEvent(tx: Transaction, asked: { eventId: string; version: number }): Promise<EventRecord> {
  const event = await lockEvent(tx, asked.eventId);
  if (event.version === asked.version) return event;
  const message = "This event has changed since you opened it. Review the latest version and try again.";
  throw refuse.conflict(message, await eventSingle(tx, event.id));
}
