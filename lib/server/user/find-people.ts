import "server-only";
import { and, asc, ne } from "drizzle-orm";
import type { Lga } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { userNamed } from "./match-name";

const MOST = 8;

/** A citizen to choose. */
type Person = { id: string; name: string; phone: string; lga: Lga };

/**
 * The first citizens by name, phone or email, to choose one of; those whose account is closed are left out.
 * @param showsPhone otherwise the phone is its last four digits, which tell apart people of one name
 */
export async function findPeople(db: Queryable, q: string, showsPhone: boolean): Promise<Person[]> {
  const found = await db
    .select()
    .from(users)
    .where(and(userNamed(q.trim()), ne(users.status, "closed")))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(MOST);
  return found.map((user) => ({
    id: user.id,
    name: fullName(user),
    phone: showsPhone ? user.phone : `…${user.phone.slice(-4)}`,
    lga: user.lga,
  }));
}
