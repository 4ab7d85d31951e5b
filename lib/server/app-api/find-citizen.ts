import "server-only";
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { type Actor, fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";

/** Database row of a citizen. */
export type CitizenRow = typeof users.$inferSelect;

/**
 * Returns the citizen that a call of the app acts for.
 * @param hold true in a write: locks the citizen's row, so that a concurrent closing of the account waits for this transaction
 * @param name callback that receives the citizen before any refusal, so that the audit row of a refusal has the citizen's name
 * @throws 404; 409 if the account is closed
 */
export async function requireCitizen(
  db: Queryable,
  userId: string,
  { hold, name }: { hold: boolean; name: (who: Actor) => void },
): Promise<CitizenRow> {
  const found = db.select().from(users).where(eq(users.id, userId));
  const [user] = await (hold ? found.for("no key update") : found);
  if (!user) throw refuse.notFound("user");
  name({ id: user.id, name: `${fullName(user)} (citizen)` });
  if (user.status === "closed") throw refuse.conflict("This account is closed, so nothing can be done with it.");
  await updateLastSeen(db, user);
  return user;
}

const LAST_SEEN_UPDATE_MS = 5 * 60_000;

/** Updates the citizen's last use of the app, at most every five minutes. Skips a row locked by another call. */
export async function updateLastSeen(db: Queryable, { id, lastSeenAt }: CitizenRow): Promise<void> {
  const staleBefore = new Date(Date.now() - LAST_SEEN_UPDATE_MS);
  if (lastSeenAt && lastSeenAt > staleBefore) return;
  const unlockedRow = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update", { skipLocked: true });
  await db
    .update(users)
    .set({ lastSeenAt: sql`now()` })
    .where(and(inArray(users.id, unlockedRow), or(isNull(users.lastSeenAt), lte(users.lastSeenAt, staleBefore))));
}

/**
 * Deletes `user_id` from an input with `anonymous: true`, before the input is hashed, stored, logged or passed on.
 * Mutates the input, because the handler receives the same object.
 */
export function deleteReporterIdFromInput(input: unknown): void {
  if (typeof input === "object" && input !== null && "anonymous" in input && input.anonymous === true)
    Reflect.deleteProperty(input, "user_id");
}
