import "server-only";
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { type Actor, fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";

export type Citizen = typeof users.$inferSelect;

/**
 * The citizen that a call of the app acts for. In a write their row is held, so that anyone who closes the account waits,
 * and then finds what was written.
 * @param name told who it is before anything is refused, so that the refusal is on record under their name
 * @throws 404; 409 when the account is closed
 */
export async function citizenOf(
  db: Queryable,
  userId: string,
  { hold, name }: { hold: boolean; name: (who: Actor) => void },
): Promise<Citizen> {
  const found = db.select().from(users).where(eq(users.id, userId));
  const [user] = await (hold ? found.for("no key update") : found);
  if (!user) throw refuse.notFound("user");
  name({ id: user.id, name: `${fullName(user)} (citizen)` });
  if (user.status === "closed") throw refuse.conflict("This account is closed, so nothing can be done with it.");
  await noteSeen(db, user);
  return user;
}

const SEEN_EVERY_MS = 5 * 60_000;

/**
 * Notes that the citizen used the app: at most once in five minutes, so that reading costs no write each time. A row that
 * another call holds is skipped: that call notes it.
 */
export async function noteSeen(db: Queryable, { id, lastSeenAt }: Citizen): Promise<void> {
  const stale = new Date(Date.now() - SEEN_EVERY_MS);
  if (lastSeenAt && lastSeenAt > stale) return;
  const free = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update", { skipLocked: true });
  await db
    .update(users)
    .set({ lastSeenAt: sql`now()` })
    .where(and(inArray(users.id, free), or(isNull(users.lastSeenAt), lte(users.lastSeenAt, stale))));
}

/**
 * A body that says `anonymous: true` names nobody: a `user_id` in it goes before anything is hashed, stored, logged or
 * handed on. Changes the input in its place, since that is what the handler gets.
 */
export function forgetReporter(input: unknown): void {
  if (typeof input === "object" && input !== null && "anonymous" in input && input.anonymous === true)
    Reflect.deleteProperty(input, "user_id");
}
