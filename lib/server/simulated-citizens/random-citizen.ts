import "server-only";
import { randomInt } from "node:crypto";
import { and, asc, desc, eq, gt, gte, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";

/**
 * Number of citizens around a random joining time of whom one is chosen. With only one, a citizen who joined after a long gap would be
 * chosen too often.
 */
const POOL_SIZE = 30;

/** Matches active accounts with a tier: those that may act. */
const isActiveWithTier = and(eq(users.status, "active"), gt(users.tier, 0));

/**
 * Returns a random citizen: one who joined near a random time between the first and the last joining date, so that all are about
 * equally likely. A random id is unsuitable, because ids begin with a timestamp, and nearly all random ones would be outside the
 * range of real ones.
 * @returns the id, or null without any citizen
 */
export async function randomCitizen(db: Queryable): Promise<string | null> {
  const joinedColumn = { at: users.joinedAt };
  const [first] = await db.select(joinedColumn).from(users).orderBy(asc(users.joinedAt), asc(users.id)).limit(1);
  const [last] = await db.select(joinedColumn).from(users).orderBy(desc(users.joinedAt), desc(users.id)).limit(1);
  if (!first || !last) return null;
  const time = new Date(first.at.getTime() + Math.random() * (last.at.getTime() - first.at.getTime()));
  const after = db.select({ id: users.id }).from(users).orderBy(asc(users.joinedAt), asc(users.id)).limit(POOL_SIZE);
  const found = await after.where(and(isActiveWithTier, gte(users.joinedAt, sql`${time.toISOString()}::timestamptz`)));
  const prior = db.select({ id: users.id }).from(users).orderBy(desc(users.joinedAt), desc(users.id)).limit(POOL_SIZE);
  const pickFrom = found.length ? found : await prior.where(isActiveWithTier);
  return pickFrom.length ? (pickFrom[randomInt(pickFrom.length)]?.id ?? null) : null;
}
