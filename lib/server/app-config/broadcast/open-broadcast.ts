import "server-only";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { broadcastOpens } from "@/lib/server/db/schema/broadcasts";
import { broadcastById } from "./record";

/**
 * Stores once that a citizen opened a broadcast. The audit row belongs to the citizen's record, because thousands of rows on the
 * broadcast would hide the admins' actions. @throws 404, also if the broadcast was never sent
 */
export async function recordBroadcastOpened(
  { db, citizen, audit }: HandlerContext,
  input: { broadcastId: string; user_id: string },
) {
  const user = await citizen(input.user_id);
  const broadcast = await broadcastById(db, input.broadcastId);
  if (!broadcast.startedAt) throw refuse.notFound("notification");
  const inserted = await db
    .insert(broadcastOpens)
    .values({ broadcastId: broadcast.id, userId: user.id })
    .onConflictDoNothing()
    .returning({ at: broadcastOpens.at });
  audit({
    record: { type: "user", id: user.id, name: fullName(user) },
    after: { step: inserted.length ? "opened" : "was opened before", notification: broadcast.title },
  });
  return { opened: true as const };
}
