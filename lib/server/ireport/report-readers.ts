import "server-only";
import type { AdminRef } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import type { IreportRecord } from "./rows";
import { privateCategoryIds } from "./visibility";

/** Returns the admins who may read a report, by the same rule as `visibleReportsFilter`. */
export async function adminsWhoMayReadReport(
  db: Queryable,
  { categoryId, ownerId }: Pick<IreportRecord, "categoryId" | "ownerId">,
): Promise<AdminRef[]> {
  const readers = await readAdminsHolding(db, [{ feature: "iReports", flag: "read" }]);
  if (!(await privateCategoryIds(db)).includes(categoryId)) return readers;
  const approvers = await readAdminsHolding(db, [{ feature: "iReports", flag: "approve" }]);
  const cleared = new Set(approvers.map(({ id }) => id));
  return readers.filter(({ id }) => id === ownerId || cleared.has(id));
}
