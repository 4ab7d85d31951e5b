import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { satisfiesPolicy } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { maySeePrivate, privateCategoryIds } from "@/lib/server/ireport/visibility";

/**
 * Rejects an admin who may not see all that the copy of a citizen's data contains, beyond the `personal` fields of the call: whole
 * identity numbers, and reports in private categories. Called for the link and again when it is opened.
 * @throws 403
 */
export async function requireRightsToWholeDataCopy(
  db: Queryable,
  { rights }: Pick<SignedInAdmin, "rights">,
  userId: string,
): Promise<void> {
  if (!satisfiesPolicy(rights, routes.kyc.reveal.policy)) throw refuse.forbidden(NUMBERS_MESSAGE);
  if (maySeePrivate({ rights })) return;
  const privateIds = await privateCategoryIds(db);
  const [hidden] = await db
    .select({ id: ireports.id })
    .from(ireports)
    .where(and(eq(ireports.reporterId, userId), inArray(ireports.categoryId, privateIds)))
    .limit(1);
  if (hidden) throw refuse.forbidden(HIDDEN_MESSAGE);
}

const NUMBERS_MESSAGE = "The copy contains whole identity numbers. You need the right “approve” in KYC Management.";
// Does not mention reports: it is private whether a citizen has a report in a private category.
const HIDDEN_MESSAGE = "The copy contains data that you may not see. Ask a full administrator.";
