import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { namesAreNear, namesDiffer } from "./compare-names";

type Names = { firstName: string; middleName: string; lastName: string };

/**
 * Returns the citizen's newest approved request if its name differs from the given name in more than the order, accents, a middle
 * name or one letter per word. Null if the names match or no identity is approved.
 */
export async function approvedNameThatDiffers(
  db: Queryable,
  userId: string,
  names: Names,
): Promise<{ reference: string; name: string } | null> {
  const [approved] = await db
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.state, "approved")))
    .orderBy(desc(kycRequests.decidedAt))
    .limit(1);
  if (!approved || !namesDiffer(approved, names) || namesAreNear(approved, names)) return null;
  const { reference, firstName, middleName, lastName } = approved;
  return { reference, name: [firstName, middleName, lastName].filter(Boolean).join(" ") };
}
