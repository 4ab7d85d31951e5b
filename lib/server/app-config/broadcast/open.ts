import "server-only";
import type { HandlerContext } from "@/lib/server/context";
import { broadcastOpens } from "@/lib/server/db/schema/broadcasts";
import { refuse } from "@/lib/server/errors";
import { broadcastById, broadcastRecord } from "./record";

/** Notes that a citizen opened it, once each however often the app says so. @throws 404, also for one that was never sent */
export async function openBroadcast(
  { db, citizen, audit }: HandlerContext,
  input: { broadcastId: string; user_id: string },
) {
  const user = await citizen(input.user_id);
  const broadcast = await broadcastById(db, input.broadcastId);
  if (!broadcast.startedAt) throw refuse.notFound("notification");
  await db.insert(broadcastOpens).values({ broadcastId: broadcast.id, userId: user.id }).onConflictDoNothing();
  audit({ record: broadcastRecord(broadcast), after: { step: "opened" } });
  return { opened: true as const };
}
