import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { refuseChanged } from "@/lib/server/records/version";
import { lockEvent } from "./record";
import { eventSingle } from "./single";
import type { EventRecord } from "./state";

/**
 * The event, held until the transaction ends, as it was when the change was made from it.
 * @throws 404; 409 with the event as it is now when it changed since
 */
export async function holdEvent(tx: Transaction, asked: { eventId: string; version: number }): Promise<EventRecord> {
  const event = await lockEvent(tx, asked.eventId);
  await refuseChanged("event", event, asked.version, () => eventSingle(tx, event.id));
  return event;
}
