import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import {
  EMERGENCY_NUMBER_CATEGORIES,
  EMERGENCY_NUMBER_CATEGORY_WORDS,
  EMERGENCY_NUMBER_VERIFIED_DAYS,
} from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import type { Lga } from "@/lib/contract/lgas.values";
import { routes } from "@/lib/contract/routes";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { codeLabelColumns, numberCell, textCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { toAdminRef } from "@/lib/server/records/admin-record";

/** Database row of an emergency number. */
export type EmergencyNumberRow = typeof emergencyNumbers.$inferSelect;

/** Returns the record under which the audit trail lists an emergency number. */
export const emergencyNumberRecordRef = ({ id, name }: Pick<EmergencyNumberRow, "id" | "name">) => ({
  type: "emergency_number" as const,
  id,
  name,
});

const selectNumbers = (db: Queryable) =>
  db
    .select({ row: emergencyNumbers, verifier: admins })
    .from(emergencyNumbers)
    .leftJoin(admins, eq(admins.id, emergencyNumbers.verifiedBy))
    .orderBy(asc(emergencyNumbers.position), asc(emergencyNumbers.id))
    .$dynamic();

const toNumber = ({ row, verifier }: Awaited<ReturnType<typeof selectNumbers>>[number]): EmergencyNumber => ({
  id: row.id,
  name: row.name,
  number: row.number,
  category: row.category,
  lga: row.lga,
  position: row.position,
  verified_on: row.verifiedOn,
  verified_by: verifier && toAdminRef(verifier),
  unverified:
    row.verifiedOn === null || row.verifiedOn < addDays(lagosDayOf(new Date()), -EMERGENCY_NUMBER_VERIFIED_DAYS),
  version: row.version,
});

/** Returns all emergency numbers for admins, in the order that they chose. */
export const listEmergencyNumbers = async (db: Queryable) => (await selectNumbers(db)).map(toNumber);

/** Returns an emergency number in the form of the API. @throws Error if it does not exist */
export async function readEmergencyNumber(db: Queryable, id: string): Promise<EmergencyNumber> {
  const [found] = await selectNumbers(db).where(eq(emergencyNumbers.id, id));
  if (!found) throw new Error(`Emergency number ${id} vanished.`);
  return toNumber(found);
}

/** Takes an advisory lock for all emergency numbers, because whether an LGA keeps a number depends on several rows. Returns the numbers. */
export async function lockEmergencyNumbers(tx: Transaction): Promise<EmergencyNumberRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.emergencyNumbers})`);
  return tx.select().from(emergencyNumbers).orderBy(asc(emergencyNumbers.position), asc(emergencyNumbers.id));
}

/** Lists the emergency numbers that citizens see, in the admins' order. With an LGA: its own numbers and those for the whole state. */
export async function publicEmergencyNumbers(db: Queryable, lga?: Lga) {
  const rows = await listEmergencyNumbers(db);
  const items = rows
    .filter((each) => !lga || each.lga === null || each.lga === lga)
    .map(({ id, name, number, category, lga: place, verified_on }) => ({
      id,
      name,
      number,
      category,
      lga: place,
      verified_on,
    }));
  return { items };
}

/** Export of all emergency numbers. */
export const emergencyNumberExport: ExportList = {
  route: routes.appConfig.exportEmergencyNumbers,
  table: emergencyNumbers,
  key: { at: emergencyNumbers.createdAt, id: emergencyNumbers.id, direction: "asc" },
  columns: [
    ["Place in the app", numberCell(sql`${emergencyNumbers.position} + 1`)],
    ["Name", textCell(emergencyNumbers.name)],
    ["Number", textCell(emergencyNumbers.number)],
    ...codeLabelColumns(
      "Category",
      emergencyNumbers.category,
      EMERGENCY_NUMBER_CATEGORIES,
      EMERGENCY_NUMBER_CATEGORY_WORDS,
    ),
    ["LGA", textCell(sql`coalesce(${emergencyNumbers.lga}, 'Whole state')`)],
    ["Verified on", textCell(sql`${emergencyNumbers.verifiedOn}::text`)],
  ],
  filter: () => undefined,
};
