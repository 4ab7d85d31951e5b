import "server-only";
import { and, ne } from "drizzle-orm";
import type { Lga } from "@/lib/contract/lgas.values";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { commonUserWords, USER_NAME_ORDER, userMatchesSearch } from "./match-name";

const MAX_RESULTS = 8;

/** A citizen in the results of a search for people. */
type Person = { id: string; name: string; phone: string; lga: Lga };

/**
 * Finds the first citizens by name, phone or email. Omits closed accounts.
 * @param showsPhone if false, returns only the last four digits, which distinguish people with the same name
 */
export async function findPeople(db: Queryable, search: string, showsPhone: boolean): Promise<Person[]> {
  const searchText = search.trim();
  const commonWords = await commonUserWords(db, searchText);
  const matchingUsers = await db
    .select()
    .from(users)
    .where(and(userMatchesSearch(searchText, commonWords), ne(users.status, "closed")))
    .orderBy(USER_NAME_ORDER)
    .limit(MAX_RESULTS);
  return matchingUsers.map((user) => ({
    id: user.id,
    name: fullName(user),
    phone: showsPhone ? user.phone : `…${user.phone.slice(-4)}`,
    lga: user.lga,
  }));
}
