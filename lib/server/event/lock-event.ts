import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { lockEvent } from "./record";
import { readEventDetails } from "./single";
import type { EventRecord } from "./state";

/** Locks an event and checks that it has the given version. @throws 404; 409 with the current event if changed */
export async function lockEventVersion(
  tx: Transaction,
  input: { eventId: string; version: number },
): Promise<EventRecord> {
  const event = await lockEvent(tx, input.eventId);
  await rejectStaleVersion("event", event, input.version, () => readEventDetails(tx, event.id));
  return event;
}
