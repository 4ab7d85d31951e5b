import "server-only";
import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { splitAnyOf } from "@/lib/contract/common";
import type { Lga } from "@/lib/contract/kyc.values";
import type { UserRow, user } from "@/lib/contract/user";
import type { UserStatus } from "@/lib/contract/user.values";
import { fullName } from "@/lib/server/context";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { users } from "@/lib/server/db/schema/user";
import { cappedCount, likePrefix, orderOf } from "@/lib/server/list";
import { endOfDay, startOfDay } from "@/lib/server/time";
import { isUuid, nationalDigits } from "./identify";
import { groupIs, resolveGroup, type WithRule } from "./rule";
import { statusIs, statusNow } from "./status";

type ListInput = z.output<NonNullable<(typeof user.list)["~orpc"]["inputSchema"]>>;
export type UserFilters = WithRule<Omit<ListInput, "page" | "size" | "sort">>;

const SORTS = {
  joined_at: [users.joinedAt],
  last_seen_at: [sql`coalesce(${users.lastSeenAt}, to_timestamp(0))`],
  name: [users.lastName, users.firstName],
};

/** Newest first unless told. @throws 404 for a group that is not there */
export async function listUsers(db: Queryable, input: ListInput) {
  const where = userFilter(await resolveGroup(db, input));
  const order = orderOf(input.sort ?? "-joined_at", SORTS, users.id);
  // Ids first: what a deep page skips is read from an index, not from the tables.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(order)
    .limit(input.size)
    .offset(input.page * input.size);
  const rows = await selectRows(db).where(inArray(users.id, page)).orderBy(order);
  const count = await cappedCount(db, users, where);
  return { items: rows.map(toRow), page: input.page, size: input.size, ...count };
}

/** Users with what is in their wallet: one row of the ledger each. */
export const selectRows = (db: Queryable) =>
  db
    .select({ user: users, balance: ledgerAccounts.balance })
    .from(users)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, users.id));

export type SelectedUser = Awaited<ReturnType<typeof selectRows>>[number];

export const toRow = ({ user: row, balance }: SelectedUser): UserRow => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  phone: row.phone,
  tier: row.tier,
  lga: row.lga,
  status: statusNow(row),
  balance,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  joined_at: row.joinedAt.toISOString(),
  version: row.version,
});

export function userFilter(input: UserFilters): SQL | undefined {
  return and(
    input.status ? statusIs(splitAnyOf<UserStatus>(input.status)) : undefined,
    input.tier ? inArray(users.tier, splitAnyOf(input.tier).map(Number)) : undefined,
    input.lga ? inArray(users.lga, splitAnyOf<Lga>(input.lga)) : undefined,
    input.joined_from ? gte(users.joinedAt, startOfDay(input.joined_from)) : undefined,
    input.joined_to ? lt(users.joinedAt, endOfDay(input.joined_to)) : undefined,
    groupIs(input),
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

/** Anything pasted: an id, an email or its beginning, a phone number in any form; else every word begins a name. */
function matching(typed: string): SQL | undefined {
  if (isUuid(typed)) return eq(users.id, typed.toLowerCase());
  if (typed.includes("@")) return sql`lower(${users.email}) like ${likePrefix(typed.toLowerCase())}`;
  const digits = nationalDigits(typed);
  if (digits !== null) return sql`${users.phone} like ${likePrefix(`+234${digits}`)}`;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5);
  return and(
    ...words.map((word) =>
      or(
        sql`lower(${users.firstName}) like ${likePrefix(word)}`,
        sql`lower(${users.middleName}) like ${likePrefix(word)}`,
        sql`lower(${users.lastName}) like ${likePrefix(word)}`,
      ),
    ),
  );
}
