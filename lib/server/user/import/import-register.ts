import "server-only";
import { createHash } from "node:crypto";
import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { userImports } from "@/lib/server/db/schema/user-import";
import { FileError, hashFile, readFileRows } from "./read-file";
import { checkPersonColumns, type ImportedPerson, type ParsedPersonRow, parsePerson } from "./read-person";

/** Result of importing one row. `reason` explains why a row was refused or changed nothing. */
export type ImportRowOutcome = { line: number; outcome: "opened" | "unchanged" | "refused"; reason: string };
/** Numbers of imported rows by result. */
export type ImportRowCounts = { rows: number; opened: number; unchanged: number; refused: number };

type ImportOptions = {
  /** The app that issued the citizens' ids in the file. */
  app: string;
  /** If true, reports each row's result without writing anything. */
  isDryRun: boolean;
  onRow?: (outcome: ImportRowOutcome) => void;
  onProgress?: (counts: ImportRowCounts) => void;
};

/** Number of rows imported in one transaction. */
const BATCH_SIZE = 2_000;

/**
 * Imports people from a file as citizens of an app, with tier and status. The app's id identifies an account: an equal
 * row changes nothing, and different data is refused. An interrupted import resumes after its last batch.
 * @returns counts for the whole file; `isDone` is true if it was imported before
 * @throws FileError if the file is unreadable, lacks a column, or is being imported by another process
 */
export async function importRegister(
  db: Database,
  file: string,
  { app, isDryRun, onRow = () => {}, onProgress = () => {} }: ImportOptions,
): Promise<ImportRowCounts & { isDone: boolean }> {
  if (isDryRun) return { ...(await dryRun(db, file, { app, onRow, onProgress })), isDone: false };
  const fileHash = await hashFile(file);
  await refuseWithoutRows(file);
  const importRow = await beginImport(db, { app, fileName: path.basename(file), fileHash });
  const counts = countsOf(importRow);
  if (importRow.finishedAt) return { ...counts, isDone: true };
  const done = counts.rows;
  let row = 0;
  for await (const batch of readBatches(file)) {
    row += batch.length;
    if (row <= done) {
      for (const outcome of await checkImported(db, app, batch)) onRow(outcome);
      continue;
    }
    const outcomes = await inTransaction(db, async (tx) => {
      const found = await importBatch(tx, app, batch);
      const isOwn = and(eq(userImports.id, importRow.id), eq(userImports.rows, counts.rows));
      const updated = await tx.update(userImports).set(added(counts, found)).where(isOwn).returning();
      if (!updated.length) throw new FileError("Another import of this file is running. Wait until it is done.");
      return found;
    });
    Object.assign(counts, added(counts, outcomes));
    for (const outcome of outcomes) onRow(outcome);
    onProgress(counts);
  }
  await finishImport(db, importRow.id);
  return { ...counts, isDone: false };
}

/** Rejects a file without rows before anything is stored about the file. @throws FileError */
async function refuseWithoutRows(file: string): Promise<void> {
  for await (const _ of readBatches(file)) return;
}

/** Recomputes the results of rows imported before an interruption, so that the report contains every row. */
async function checkImported(
  db: Database,
  app: string,
  batch: readonly ParsedPersonRow[],
): Promise<ImportRowOutcome[]> {
  const people = batch.flatMap((readRow) => ("person" in readRow ? [readRow.person] : []));
  const reasons = await db.transaction((tx) => refusalReasons(tx, app, people));
  return batch.map((readRow) => {
    const outcome = toOutcome(readRow, false, reasons);
    return outcome.outcome === "unchanged" && !outcome.reason ? { ...outcome, reason: IMPORTED_BEFORE_NOTE } : outcome;
  });
}

const IMPORTED_BEFORE_NOTE = "Imported before the import stopped.";

/** Reports what an import would do with each row, using a temporary table to find duplicate values. */
function dryRun(
  db: Database,
  file: string,
  { app, onRow, onProgress }: Required<Omit<ImportOptions, "isDryRun">>,
): Promise<ImportRowCounts> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`create temp table import_seen (value text primary key, person text not null) on commit drop`);
    const counts = { rows: 0, opened: 0, unchanged: 0, refused: 0 };
    for await (const batch of readBatches(file)) {
      const outcomes = await checkBatch(tx, app, batch);
      Object.assign(counts, added(counts, outcomes));
      for (const outcome of outcomes) onRow(outcome);
      onProgress(counts);
    }
    return counts;
  });
}

const UNIQUE_FIELDS = ["external_id", "phone", "email"] as const;
/** Returns the fields that must be unique; for a closed account only the external id. */
const uniqueFieldsOf = (person: ImportedPerson) =>
  UNIQUE_FIELDS.filter((field) => person[field] && (field === "external_id" || person.status !== "closed"));
const uniqueKeyOf = (person: ImportedPerson, field: (typeof UNIQUE_FIELDS)[number]) => `${field}:${person[field]}`;

async function checkBatch(
  tx: Transaction,
  app: string,
  batch: readonly ParsedPersonRow[],
): Promise<ImportRowOutcome[]> {
  const people = batch.flatMap((readRow) => ("person" in readRow ? [readRow.person] : []));
  const reasons = await refusalReasons(tx, app, people);
  const newPeople = people.filter((person) => !reasons.has(person));
  const keys = newPeople.flatMap((person) => uniqueFieldsOf(person).map((field) => uniqueKeyOf(person, field)));
  const { rows } = await tx.execute<{ value: string; person: string }>(
    sql`select value, person from import_seen where value = any(${sql.param(keys)}::text[])`,
  );
  const personByKey = new Map(rows.map(({ value, person }) => [value, person]));
  const addOutcomes: { value: string; person: string }[] = [];
  for (const person of newPeople) {
    const row = createHash("md5").update(JSON.stringify(person)).digest("hex");
    const twice = uniqueFieldsOf(person).find((field) => personByKey.has(uniqueKeyOf(person, field)));
    if (twice === "external_id" && personByKey.get(uniqueKeyOf(person, twice)) === row) reasons.set(person, "");
    else if (twice) reasons.set(person, `${twice}: Another row of the file has it.`);
    else
      for (const field of uniqueFieldsOf(person)) {
        personByKey.set(uniqueKeyOf(person, field), row);
        addOutcomes.push({ value: uniqueKeyOf(person, field), person: row });
      }
  }
  await tx.execute(sql`insert into import_seen select value, person
    from jsonb_to_recordset(${JSON.stringify(addOutcomes)}::jsonb) as r(value text, person text)`);
  return batch.map((readRow) => toOutcome(readRow, "person" in readRow && !reasons.has(readRow.person), reasons));
}

async function* readBatches(file: string): AsyncGenerator<ParsedPersonRow[]> {
  let batch: ParsedPersonRow[] = [];
  let isEmpty = true;
  for await (const row of readFileRows(file, checkPersonColumns)) {
    isEmpty = false;
    batch.push(parsePerson(row));
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (isEmpty) throw new FileError("The file has no rows.");
  if (batch.length) yield batch;
}

type Import = typeof userImports.$inferSelect;
const countsOf = ({ rows, opened, unchanged, refused }: Import): ImportRowCounts => ({
  rows,
  opened,
  unchanged,
  refused,
});

async function beginImport(db: Database, values: { app: string; fileName: string; fileHash: string }): Promise<Import> {
  await db
    .insert(userImports)
    .values({ id: uuid(), ...values })
    .onConflictDoNothing();
  const [importRow] = await db
    .select()
    .from(userImports)
    .where(and(eq(userImports.app, values.app), eq(userImports.fileHash, values.fileHash)));
  if (!importRow) throw new Error("The import was not noted.");
  return importRow;
}

const finishImport = (db: Database, id: string) =>
  inTransaction(db, async (tx) => {
    const [done] = await tx
      .update(userImports)
      .set({ finishedAt: sql`now()` })
      .where(and(eq(userImports.id, id), isNull(userImports.finishedAt)))
      .returning();
    if (!done) return;
    const { app, fileName, fileHash, rows, opened, unchanged, refused } = done;
    const counts = Object.entries({ rows, opened, unchanged, refused }).map(([name, n]) => [name, formatCount(n)]);
    const after = { app, file: fileName, sha256: fileHash, ...Object.fromEntries(counts) };
    await appendAudit(
      tx,
      systemAuditRow("user.import", { record: { type: "user_import", id, name: fileName }, after }),
    );
  });

function added(counts: ImportRowCounts, outcomes: readonly ImportRowOutcome[]): ImportRowCounts {
  const countOutcome = (outcome: ImportRowOutcome["outcome"]) =>
    outcomes.filter((each) => each.outcome === outcome).length;
  return {
    rows: counts.rows + outcomes.length,
    opened: counts.opened + countOutcome("opened"),
    unchanged: counts.unchanged + countOutcome("unchanged"),
    refused: counts.refused + countOutcome("refused"),
  };
}

/** Inserts accounts with one statement, then compares each skipped person with the conflicting account. */
async function importBatch(
  tx: Transaction,
  app: string,
  batch: readonly ParsedPersonRow[],
): Promise<ImportRowOutcome[]> {
  const people = batch.flatMap((readRow) => ("person" in readRow ? [readRow.person] : []));
  const opened = await openAccounts(tx, app, people);
  const notOpened = people.filter((person) => !opened.has(person));
  const reasons = await refusalReasons(tx, app, notOpened);
  return batch.map((readRow) => toOutcome(readRow, "person" in readRow && opened.has(readRow.person), reasons));
}

function toOutcome(
  readRow: ParsedPersonRow,
  isOpened: boolean,
  reasons: ReadonlyMap<ImportedPerson, string>,
): ImportRowOutcome {
  if ("problem" in readRow) return { line: readRow.line, outcome: "refused", reason: readRow.problem };
  if (isOpened) return { line: readRow.line, outcome: "opened", reason: "" };
  const reason = reasons.get(readRow.person) ?? "";
  return { line: readRow.line, outcome: reason && reason !== KEPT_NOTE ? "refused" : "unchanged", reason };
}

/** @returns the people whose accounts were inserted */
async function openAccounts(
  tx: Transaction,
  app: string,
  people: readonly ImportedPerson[],
): Promise<Set<ImportedPerson>> {
  const byId = new Map(people.map((person) => [uuid(), person]));
  const rows = [...byId].map(([id, person]) => ({ id, ...person }));
  const { rows: addOutcomes } = await tx.execute<{ id: string }>(sql`
    insert into users (id, first_name, middle_name, last_name, email, phone, date_of_birth, gender, address, language, lga,
      tier, status, status_reason, joined_at, app, external_id)
    select id, first_name, middle_name, last_name, email, phone, date_of_birth, gender, address, language, lga, tier, status,
      case when status <> 'active' then ${OPENED_REASON} end, coalesce(joined_at, now()), ${app}, external_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, first_name text, middle_name text, last_name text,
      email text, phone text, date_of_birth date, gender text, address text, language text, lga text, tier int, status text,
      joined_at timestamptz, external_id text)
    on conflict do nothing returning id`);
  return new Set(addOutcomes.flatMap(({ id }) => byId.get(id) ?? []));
}

const OPENED_REASON = "As in the imported register.";

const KEPT_NOTE = "Tier, status or language of the account have changed since, and are kept.";

type ExistingAccount = Record<"external_id" | "phone" | "email", string | null> & {
  app: string | null;
  same: boolean;
  same_state: boolean;
};

/** Returns for each person "" if the existing account is equal, `KEPT_NOTE` if only tier, status or language differ, else an error. */
async function refusalReasons(
  tx: Transaction,
  app: string,
  people: readonly ImportedPerson[],
): Promise<Map<ImportedPerson, string>> {
  if (!people.length) return new Map();
  const rows = people.map((person, position) => ({ place: position, ...person }));
  const { rows: found } = await tx.execute<ExistingAccount & { place: number }>(sql`
    select r.place, u.app, u.external_id, u.phone, u.email,
      (u.first_name, u.middle_name, u.last_name, u.phone, coalesce(u.email, ''), u.date_of_birth, u.gender, u.address, u.lga)
      = (r.first_name, r.middle_name, r.last_name, r.phone, coalesce(r.email, ''), r.date_of_birth, r.gender, r.address, r.lga) as same,
      (u.tier, u.status, u.language) = (r.tier, r.status, r.language) as same_state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(place int, first_name text, middle_name text, last_name text,
      email text, phone text, date_of_birth date, gender text, address text, lga text, external_id text, tier int, status text,
      language text)
    join lateral (
      select * from users where app = ${app} and external_id = r.external_id
      union all select * from users where phone = r.phone and status <> 'closed' and r.status <> 'closed'
      union all select * from users where email = r.email and status <> 'closed' and r.status <> 'closed'
    ) u on true`);
  const reasons = new Map<ImportedPerson, string>();
  for (const [position, person] of people.entries()) {
    const accounts = found.filter((each) => each.place === position);
    const ownAccount = accounts.find((each) => each.app === app && each.external_id === person.external_id);
    if (ownAccount?.same) reasons.set(person, ownAccount.same_state ? "" : KEPT_NOTE);
    else if (ownAccount) reasons.set(person, "external_id: There is an account with this id and other data.");
    else if (accounts.some(({ phone }) => phone === person.phone))
      reasons.set(person, "phone: Another account has this number.");
    else if (accounts.length) reasons.set(person, "email: Another account has this address.");
  }
  return reasons;
}
