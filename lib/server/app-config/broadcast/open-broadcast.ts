import "server-only";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { broadcastOpens } from "@/lib/server/db/schema/broadcasts";
import { broadcastById } from "./record";

/**
 * Notes that a citizen opened it, once each however often the app says so. It is on the citizen's record: on its own, as many
 * rows as people would bury what admins did. @throws 404, also for one that was never sent
 */
export async function openBroadcast(
  { db, citizen, audit }: HandlerContext,
  input: { broadcastId: string; user_id: string },
) {
  const user = await citizen(input.user_id);
  const broadcast = await broadcastById(db, input.broadcastId);
  if (!broadcast.startedAt) throw refuse.notFound("notification");
  const noted = await db
    .insert(broadcastOpens)
    .values({ broadcastId: broadcast.id, userId: user.id })
    .onConflictDoNothing()
    .returning({ at: broadcastOpens.at });
  audit({
    record: { type: "user", id: user.id, name: fullName(user) },
    after: { step: noted.length ? "opened" : "was opened before", notification: broadcast.title },
  });
  return { opened: true as const };
}
