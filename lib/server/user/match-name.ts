import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { hasName } from "@/lib/server/lists/list";
import { commonWords } from "@/lib/server/lists/search-page";
import { hasNameWords, readSearch } from "@/lib/server/lists/search-terms";

/** Sort order of searches for people. Must equal the expressions of the index `users_name`. */
export const USER_NAME_ORDER = sql`${users.lastName} collate "C", ${users.firstName} collate "C", ${users.id}`;

/** Typed words that many users have. `userMatchesSearch` and `ownerMatchesSearch` compare them without the index. */
export type WithCommonWords = { common?: ReadonlySet<string> };

/** Returns the typed words that many users have. */
export const commonUserWords = (db: Queryable, searchText: string | undefined) =>
  commonWords(db, searchText, { table: users, words: users.words });

/** Adds the typed words that many users have to a list's input. */
export const withCommonWords = async <T extends { q?: string }>(
  db: Queryable,
  input: T,
): Promise<T & WithCommonWords> => ({
  ...input,
  common: await commonUserWords(db, input.q),
});

/** Matches users by email or phone number. For other text, every typed word must begin one of their names. */
export function userMatchesSearch(searchText: string, common?: ReadonlySet<string>): SQL {
  const { email, digits } = readSearch(searchText);
  if (email) return hasName(users.email, email);
  if (digits !== null) return eq(users.phone, `+234${digits}`);
  return hasNameWords(users.words, searchText, common);
}

/** Returns the condition that a row's user matches. Compares frequent names row by row, others by their index. */
export const ownerMatchesCondition = (owner: PgColumn, matches: SQL, common?: ReadonlySet<string>): SQL =>
  common?.size
    ? sql`(select ${matches} from ${users} where ${users.id} = ${owner})`
    : sql`${owner} in (select ${users.id} from ${users} where ${matches})`;

/** Returns the condition that a search finds the user of a row. */
export const ownerMatchesSearch = (owner: PgColumn, searchText: string, common?: ReadonlySet<string>): SQL =>
  ownerMatchesCondition(owner, userMatchesSearch(searchText, common), common);
