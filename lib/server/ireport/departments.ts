import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type {
  IreportDepartment,
  ireportDepartmentCreation,
  ireportDepartmentUpdate,
} from "@/lib/contract/ireport-set-up";
import { abbreviateList } from "@/lib/contract/words.values";
import { formatCount } from "@/lib/format";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { toAdminRef } from "@/lib/server/records/admin-record";
import {
  lockRecord,
  nameTakenConflict,
  refuseNameTaken,
  rejectStaleVersion,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { readCategoryTree, visibleCategory } from "./category-tree";
import { refuseUnfitLead } from "./department-leads";

type Department = typeof ireportDepartments.$inferSelect;

/** Returns the reference to a department for audit rows. */
const departmentRecord = ({ id, name }: Department) => ({ type: "ireport_department" as const, id, name });

/** Lists departments by name. Counts only categories that the admin may see. */
export async function listDepartments(db: Queryable, admin: SignedInAdmin): Promise<IreportDepartment[]> {
  const rows = await selectDepartments(db).orderBy(asc(sql`lower(${ireportDepartments.name})`));
  const tree = await readCategoryTree(db);
  const visible = [...tree.values()].filter(({ id }) => visibleCategory(tree, admin, id));
  return rows.map(({ department, lead }) => ({
    id: department.id,
    name: department.name,
    lead: lead && toAdminRef(lead),
    categories: visible.filter(({ departmentId }) => departmentId === department.id).length,
    version: department.version,
  }));
}

const LEAD_COLUMNS = { id: admins.id, firstName: admins.firstName, lastName: admins.lastName, email: admins.email };

const selectDepartments = (db: Queryable) =>
  db
    .select({ department: ireportDepartments, lead: LEAD_COLUMNS })
    .from(ireportDepartments)
    .leftJoin(admins, eq(admins.id, ireportDepartments.leadId));

async function readDepartment(db: Queryable, admin: SignedInAdmin, id: string): Promise<IreportDepartment> {
  const found = (await listDepartments(db, admin)).find((each) => each.id === id);
  if (!found) throw refuse.notFound("department");
  return found;
}

/** Creates a department. @throws 400 for an unsuitable lead; 409 if the name is taken */
export async function createDepartment(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ireportDepartmentCreation>,
) {
  await refuseUnfitLead(tx, input.lead_id);
  const [created] = await tx
    .insert(ireportDepartments)
    .values({ id: uuid(), name: input.name.trim(), leadId: input.lead_id })
    .onConflictDoNothing()
    .returning();
  if (!created) throw nameTakenConflict("department", input.name.trim());
  const current = await readDepartment(tx, admin, created.id);
  audit({ record: departmentRecord(created), after: auditFieldsOf(current) });
  return current;
}

/** Changes a department. @throws 404; 400 for an unsuitable lead; 409 with the current department if changed; 409 if the name is taken */
export async function updateDepartment(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ireportDepartmentUpdate>,
) {
  const department = await lockDepartment(tx, admin, input);
  // A current lead who has lost the right to read reports may stay, so that other fields can be changed.
  if (input.lead_id !== department.leadId) await refuseUnfitLead(tx, input.lead_id);
  const name = input.name.trim();
  await refuseNameTaken(tx, ireportDepartments, "department", { id: department.id, name });
  const before = auditFieldsOf(await readDepartment(tx, admin, department.id));
  await updateVersionedRecord(tx, ireportDepartments, department.id, { name, leadId: input.lead_id });
  const current = await readDepartment(tx, admin, department.id);
  audit({ record: departmentRecord({ ...department, name }), before, after: auditFieldsOf(current) });
  return current;
}

/** Deletes a department. @throws 404; 409 if it has changed; 409 with the names of its categories if it has any */
export async function deleteDepartment(
  { tx, admin, audit }: WriteContext,
  input: { departmentId: string; version: number },
) {
  const department = await lockDepartment(tx, admin, input);
  const tree = await readCategoryTree(tx);
  const used = [...tree.values()].filter(({ departmentId }) => departmentId === department.id);
  const current = await readDepartment(tx, admin, department.id);
  if (used.length) {
    const visible = used.filter(({ id }) => visibleCategory(tree, admin, id)).map(({ name }) => name);
    const more = used.length - visible.length;
    const visibleNames = abbreviateList(visible, 5);
    const invisibleNote = more ? `${visible.length ? " and " : ""}${formatCount(more)} that you may not see` : "";
    throw refuse.conflict(
      `${department.name} is responsible for these categories: ${visibleNames}${invisibleNote}. Give them to another department first.`,
      current,
    );
  }
  await tx.delete(ireportDepartments).where(eq(ireportDepartments.id, department.id));
  audit({ record: departmentRecord(department), before: auditFieldsOf(current) });
  return { id: department.id };
}

const auditFieldsOf = ({ name, lead }: IreportDepartment) => ({ name, lead: lead?.name ?? null });

/** Locks a department in the version that the caller saw. @throws 404; 409 with the current department if it has changed */
async function lockDepartment(
  tx: Transaction,
  admin: SignedInAdmin,
  { departmentId, version }: { departmentId: string; version: number },
): Promise<Department> {
  const department = await lockRecord(tx, ireportDepartments, departmentId, "department");
  await rejectStaleVersion("department", department, version, () => readDepartment(tx, admin, department.id));
  return department;
}
