import "server-only";
import { and, asc, ne } from "drizzle-orm";
import type { TicketHolder } from "@/lib/contract/event-tickets";
import { fullName } from "@/lib/server/context";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { userNamed } from "@/lib/server/user/named";

const MOST = 8;

/** Citizens by name, phone or email, to whom a ticket can be transferred; those whose account is closed are left out. */
export async function findHolders(db: Queryable, q: string): Promise<TicketHolder[]> {
  const found = await db
    .select()
    .from(users)
    .where(and(userNamed(q.trim()), ne(users.status, "closed")))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(MOST);
  return found.map((user) => ({ id: user.id, name: fullName(user), phone: user.phone, lga: user.lga }));
}
