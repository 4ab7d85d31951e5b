import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { AccessRight } from "@/lib/contract/access";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";

const READ_RIGHT: AccessRight = { feature: "iReports", flag: "read" };

/** Refuses a lead who is inactive or can't read reports, because leads get mails about late reports. @throws 400 */
export async function refuseUnfitLead(tx: Transaction, leadId: string | null): Promise<void> {
  if (leadId === null) return;
  const readers = await readAdminsHolding(tx, [READ_RIGHT]);
  if (readers.some(({ id }) => id === leadId)) return;
  const message = "This admin can't read iReports or is not active. Choose another admin.";
  throw refuse.badInput(message, { lead_id: message });
}

/** A department (id) and the admin who leads it. */
export type DepartmentLead = { department: string; id: string; firstName: string; lastName: string; email: string };

/** Returns the departments' leads who are active and can currently read reports. Other leads get no mails. */
export async function leadsOfDepartments(db: Queryable, departmentIds: readonly string[]): Promise<DepartmentLead[]> {
  if (departmentIds.length === 0) return [];
  const readers = new Set((await readAdminsHolding(db, [READ_RIGHT])).map(({ id }) => id));
  const rows = await db
    .select({
      department: ireportDepartments.id,
      id: admins.id,
      firstName: admins.firstName,
      lastName: admins.lastName,
      email: admins.email,
    })
    .from(ireportDepartments)
    .innerJoin(admins, eq(admins.id, ireportDepartments.leadId))
    .where(inArray(ireportDepartments.id, [...departmentIds]));
  return rows.filter(({ id }) => readers.has(id));
}
