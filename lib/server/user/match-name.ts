import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { equalsNameIgnoringCase } from "@/lib/server/lists/list";
import { commonWords } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";

/** Sort order of searches for people. Must equal the expressions of the index `users_name`. */
export const USER_NAME_ORDER = sql`${users.lastName} collate "C", ${users.firstName} collate "C", ${users.id}`;

/** `common`: words of the search text that occur in the names of many users. Searches compare these words without the index. */
export type WithCommonWords = { common?: ReadonlySet<string> };

/** Returns the words of the search text that occur in the names of many users. */
export const commonUserWords = (db: Queryable, searchText: string | undefined) =>
  commonWords(db, searchText, { table: users, words: users.words });

/** Adds to a list's input the words of its search text that occur in the names of many users. */
export const withCommonWords = async <T extends { q?: string }>(
  db: Queryable,
  input: T,
): Promise<T & WithCommonWords> => ({
  ...input,
  common: await commonUserWords(db, input.q),
});

/** Matches users by email or phone number. For other text, every typed word must begin one of their names. */
export function userMatchesSearch(searchText: string, common?: ReadonlySet<string>): SQL {
  const { email, digits } = parseSearchText(searchText);
  if (email) return equalsNameIgnoringCase(users.email, email);
  if (digits !== null) return eq(users.phone, `+234${digits}`);
  return hasNameWords(users.words, searchText, common);
}

/**
 * Returns an SQL condition: the user whose id is in the column `owner` meets the condition `matches`.
 * @param common common words of the search text; if there are any, checks each row's user instead of reading the index of names
 */
export const ownerMatchesCondition = (owner: PgColumn, matches: SQL, common?: ReadonlySet<string>): SQL =>
  common?.size
    ? sql`(select ${matches} from ${users} where ${users.id} = ${owner})`
    : sql`${owner} in (select ${users.id} from ${users} where ${matches})`;

/** Returns an SQL condition: the user whose id is in the column `owner` matches the search text. */
export const ownerMatchesSearch = (owner: PgColumn, searchText: string, common?: ReadonlySet<string>): SQL =>
  ownerMatchesCondition(owner, userMatchesSearch(searchText, common), common);
