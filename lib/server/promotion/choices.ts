import "server-only";
import { asc } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { audienceGroups } from "@/lib/server/entries/groups";

/** What a promotion's form and trial choose from, for those who may read neither users nor transactions. */
export async function promotionChoices(db: Queryable) {
  const { items: groups } = await audienceGroups(db);
  const methods = await db
    .select({ code: paymentMethods.code, name: paymentMethods.name, channel: paymentMethods.channel })
    .from(paymentMethods)
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
  return { groups, methods };
}
