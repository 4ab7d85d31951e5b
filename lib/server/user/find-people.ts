import "server-only";
import { and, ne } from "drizzle-orm";
import type { Lga } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { BY_NAME, commonUserWords, userNamed } from "./match-name";

const MAX = 8;

/** A citizen in a picker. */
type Person = { id: string; name: string; phone: string; lga: Lga };

/**
 * Finds the first citizens by name, phone or email for a picker. Omits closed accounts.
 * @param showsPhone if false, returns only the last four digits, which distinguish people with the same name
 */
export async function findPeople(db: Queryable, q: string, showsPhone: boolean): Promise<Person[]> {
  const typed = q.trim();
  const common = await commonUserWords(db, typed);
  const found = await db
    .select()
    .from(users)
    .where(and(userNamed(typed, common), ne(users.status, "closed")))
    .orderBy(BY_NAME)
    .limit(MAX);
  return found.map((user) => ({
    id: user.id,
    name: fullName(user),
    phone: showsPhone ? user.phone : `…${user.phone.slice(-4)}`,
    lga: user.lga,
  }));
}
