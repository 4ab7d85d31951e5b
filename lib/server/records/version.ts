import "server-only";
import { and, eq, getTableName, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { isNamed } from "@/lib/server/lists/list";

/** A table whose rows count their changes. */
type Versioned = PgTable & { id: PgColumn; version: PgColumn };
type Row<T extends PgTable> = T["$inferSelect"];

/** What a record is called in a sentence ("payment method"), and what it is now, for the form that was based on an older one. */
type Told<T extends PgTable> = { noun: string; current: (row: Row<T>) => Promise<unknown> };

/** A record, held until the commit. @throws 404 */
export async function lockRecord<T extends Versioned>(tx: Transaction, table: T, id: string, noun: string) {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for("update");
  if (!row) throw refuse.notFound(noun);
  return row as Row<T>;
}

/** The same, of the version that the caller read. @throws 404; 409 with the record as it is now when it changed since */
export async function lockVersion<T extends Versioned>(
  tx: Transaction,
  table: T,
  { id, version }: { id: string; version: number },
  { noun, current }: Told<T>,
): Promise<Row<T>> {
  const row = await lockRecord(tx, table, id, noun);
  await refuseChanged(noun, row as { version: number }, version, () => current(row));
  return row;
}

/** What is said of a record that somebody else changed. @param what what happened to it */
export const changedWords = (noun: string, what = `This ${noun} has changed`) =>
  `${what} since you opened it. Review the latest version and try again.`;

/**
 * The one conflict of all modules: what somebody else saved since is never overwritten unseen.
 * @param read the version that the caller read
 * @param since who did what, where the trail says so: "Ada Obi approved this request"
 * @throws 409 with the record as it is now
 */
export async function refuseChanged(
  noun: string,
  row: { version: number },
  read: number,
  current: () => Promise<unknown>,
  since: () => Promise<string | null> = async () => null,
): Promise<void> {
  if (row.version === read) return;
  throw refuse.conflict(changedWords(noun, (await since()) ?? undefined), await current());
}

/** Changes a record that the transaction holds, and counts the change. @returns it as it is now */
export async function saveVersion<T extends Versioned>(
  tx: Transaction,
  table: T,
  id: string,
  values: Omit<PgUpdateSetSource<T>, "version">,
): Promise<Row<T>> {
  const [saved] = await tx
    .update(table as PgTable)
    .set({ ...values, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
    .returning();
  if (!saved) throw new Error(`${getTableName(table)} ${id} vanished.`);
  return saved as Row<T>;
}

/** A 409: names of one kind differ, in any case. */
export const nameTaken = (noun: string, name: string) =>
  refuse.conflict(`There is a ${noun} called ${name} already. Choose another name.`);

type NamedTable = PgTable & { id: PgColumn; name: PgColumn };

/** @param among those that share the name's room, such as the ticket types of one event @throws 409 when another has it */
export async function refuseNameTaken(
  tx: Transaction,
  table: NamedTable,
  noun: string,
  { id, name, among }: { id: string; name: string; among?: SQL },
): Promise<void> {
  const [taken] = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(isNamed(table.name, name), among, ne(table.id, id)))
    .limit(1);
  if (taken) throw nameTaken(noun, name);
}
