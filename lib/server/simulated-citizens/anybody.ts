import "server-only";
import { randomInt } from "node:crypto";
import { and, asc, desc, eq, gt, gte, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";

/** Chosen among so many who joined one after the other, so that nobody is chosen more often for joining after a gap. */
const NEIGHBOURS = 30;

/** Who may do something: an active account with a tier. */
const isAble = and(eq(users.status, "active"), gt(users.tier, 0));

/**
 * Any citizen, each about as likely as another: anyone who joined around a random moment between the first and the last.
 * Not by id: ids begin with the time at which they were made, so nearly every random one lies before or after all.
 * @returns the id, or null while there is nobody
 */
export async function anybody(db: Queryable): Promise<string | null> {
  const joined = { at: users.joinedAt };
  const [first] = await db.select(joined).from(users).orderBy(asc(users.joinedAt), asc(users.id)).limit(1);
  const [last] = await db.select(joined).from(users).orderBy(desc(users.joinedAt), desc(users.id)).limit(1);
  if (!first || !last) return null;
  const moment = new Date(first.at.getTime() + Math.random() * (last.at.getTime() - first.at.getTime()));
  const around = db.select({ id: users.id }).from(users).orderBy(asc(users.joinedAt), asc(users.id)).limit(NEIGHBOURS);
  const found = await around.where(and(isAble, gte(users.joinedAt, sql`${moment.toISOString()}::timestamptz`)));
  const rest = db.select({ id: users.id }).from(users).orderBy(desc(users.joinedAt), desc(users.id)).limit(NEIGHBOURS);
  const chosen = found.length ? found : await rest.where(isAble);
  return chosen.length ? (chosen[randomInt(chosen.length)]?.id ?? null) : null;
}
