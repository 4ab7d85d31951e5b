import "server-only";
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { UserStatus } from "@/lib/contract/user.values";
import { users } from "@/lib/server/db/schema/user";

/** Database row of a user. */
export type UserRecord = typeof users.$inferSelect;

/** Returns true if a restriction has expired. It then counts as lifted, even before a timed task stores the change. */
export const isRestrictionExpired = ({ status, restrictedUntil }: Pick<UserRecord, "status" | "restrictedUntil">) =>
  status === "restricted" && restrictedUntil !== null && restrictedUntil <= new Date();

/** Returns the status of an account. An expired restriction counts as lifted. */
export const currentUserStatus = (user: Pick<UserRecord, "status" | "restrictedUntil">): UserStatus =>
  isRestrictionExpired(user) ? "active" : user.status;

/** Returns `currentUserStatus` as an SQL expression. */
export const currentStatusSql = () =>
  sql<UserStatus>`case when ${users.status} = 'restricted' and ${users.restrictedUntil} <= now() then 'active' else ${users.status} end`;

/** SQL condition: the account has one of these statuses now. An expired restriction counts as lifted. */
export function hasUserStatus(statuses: readonly UserStatus[]): SQL | undefined {
  const storedStatuses = statuses.filter((status) => status !== "restricted");
  return or(
    storedStatuses.length ? inArray(users.status, storedStatuses) : undefined,
    statuses.includes("active")
      ? and(eq(users.status, "restricted"), lte(users.restrictedUntil, sql`now()`))
      : undefined,
    statuses.includes("restricted")
      ? and(eq(users.status, "restricted"), or(isNull(users.restrictedUntil), gt(users.restrictedUntil, sql`now()`)))
      : undefined,
  );
}
