import "server-only";
import { and, eq, getTableName, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { equalsNameIgnoringCase } from "@/lib/server/lists/list";

/** A table with optimistic locking: `version` counts the changes of a row. */
type VersionedTable = PgTable & { id: PgColumn; version: PgColumn };
type TableRow<T extends PgTable> = T["$inferSelect"];

/** Noun for a record ("payment method"), and a function that returns the record's current state for a 409 response. */
type RecordDescription<T extends PgTable> = { noun: string; current: (row: TableRow<T>) => Promise<unknown> };

/** Locks a record until the commit. @throws 404 */
export async function lockRecord<T extends VersionedTable>(tx: Transaction, table: T, id: string, noun: string) {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for("update");
  if (!row) throw refuse.notFound(noun);
  return row as TableRow<T>;
}

/** Locks a record in the version that the caller read. @throws 404; 409 with the current record if it has changed */
export async function lockExpectedVersion<T extends VersionedTable>(
  tx: Transaction,
  table: T,
  { id, version }: { id: string; version: number },
  { noun, current }: RecordDescription<T>,
): Promise<TableRow<T>> {
  const row = await lockRecord(tx, table, id, noun);
  await rejectStaleVersion(noun, row as { version: number }, version, () => current(row));
  return row;
}

/** Returns the message for a record that another admin changed. @param problemText what happened to the record */
export const conflictMessage = (noun: string, problemText = `This ${noun} has changed`) =>
  `${problemText} since you opened it. Review the latest version and try again.`;

/**
 * Rejects a change that is based on an outdated version, so that no admin overwrites another's change unseen.
 * @param readVersion version that the caller read
 * @param lastChange returns who last changed the record and how, if the audit trail shows it: "Ada Obi approved this request"
 * @throws 409 with the current record
 */
export async function rejectStaleVersion(
  noun: string,
  row: { version: number },
  readVersion: number,
  current: () => Promise<unknown>,
  lastChange: () => Promise<string | null> = async () => null,
): Promise<void> {
  if (row.version === readVersion) return;
  throw refuse.conflict(conflictMessage(noun, (await lastChange()) ?? undefined), await current());
}

/** Changes a record locked by the transaction, and increments its version. @returns the changed record */
export async function updateVersionedRecord<T extends VersionedTable>(
  tx: Transaction,
  table: T,
  id: string,
  values: Omit<PgUpdateSetSource<T>, "version">,
): Promise<TableRow<T>> {
  const [savedRow] = await tx
    .update(table as PgTable)
    .set({ ...values, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
    .returning();
  if (!savedRow) throw new Error(`${getTableName(table)} ${id} vanished.`);
  return savedRow as TableRow<T>;
}

/** Returns a 409 for a name that another record of its kind has, ignoring case. */
export const nameTakenConflict = (noun: string, name: string) =>
  refuse.conflict(`There is a ${noun} called ${name} already. Choose another name.`);

type NamedTable = PgTable & { id: PgColumn; name: PgColumn };

/** Rejects a taken name. @param among condition for records whose names must differ, such as those of one event @throws 409 */
export async function refuseNameTaken(
  tx: Transaction,
  table: NamedTable,
  noun: string,
  { id, name, among }: { id: string; name: string; among?: SQL },
): Promise<void> {
  const [sameName] = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(equalsNameIgnoringCase(table.name, name), among, ne(table.id, id)))
    .limit(1);
  if (sameName) throw nameTakenConflict(noun, name);
}
