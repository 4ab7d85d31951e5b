import "server-only";
import { createHash } from "node:crypto";
import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { userImports } from "@/lib/server/db/schema/user-import";
import { FileProblem, hashOf, readFileRows } from "./read-file";
import { checkColumns, type Person, type Read, readPerson } from "./read-person";

/** Result of importing one row. */
export type Outcome = { line: number; outcome: "opened" | "unchanged" | "refused"; reason: string };
export type Counts = { rows: number; opened: number; unchanged: number; refused: number };

type Options = {
  /** The app that issued the citizens' ids in the file. */
  app: string;
  /** If true, reports each row's result without writing anything. */
  isDryRun: boolean;
  onRow?: (outcome: Outcome) => void;
  onProgress?: (counts: Counts) => void;
};

/** Rows per transaction. */
const BATCH = 2_000;

/**
 * Imports people from a register as citizens of an app, with tier and status. The app's id identifies an account: an equal row
 * changes nothing, and different data is refused. An interrupted import resumes after its last batch.
 * @returns counts for the whole file; `isDone` is true if it was imported before
 * @throws FileProblem if the file is unreadable, lacks a column, or is being imported by another process
 */
export async function importRegister(
  db: Database,
  file: string,
  { app, isDryRun, onRow = () => {}, onProgress = () => {} }: Options,
): Promise<Counts & { isDone: boolean }> {
  if (isDryRun) return { ...(await dryRun(db, file, { app, onRow, onProgress })), isDone: false };
  const fileHash = await hashOf(file);
  await refuseWithoutRows(file);
  const begun = await beginImport(db, { app, fileName: path.basename(file), fileHash });
  const counts = countsOf(begun);
  if (begun.finishedAt) return { ...counts, isDone: true };
  const done = counts.rows;
  let row = 0;
  for await (const batch of batchesOf(file)) {
    row += batch.length;
    if (row <= done) {
      for (const outcome of await judgeImported(db, app, batch)) onRow(outcome);
      continue;
    }
    const outcomes = await inTransaction(db, async (tx) => {
      const found = await importBatch(tx, app, batch);
      const isOurs = and(eq(userImports.id, begun.id), eq(userImports.rows, counts.rows));
      const noted = await tx.update(userImports).set(added(counts, found)).where(isOurs).returning();
      if (!noted.length) throw new FileProblem("Another import of this file is running. Wait until it is done.");
      return found;
    });
    Object.assign(counts, added(counts, outcomes));
    for (const outcome of outcomes) onRow(outcome);
    onProgress(counts);
  }
  await finishImport(db, begun.id);
  return { ...counts, isDone: false };
}

/** Rejects a file without rows before anything is stored about it. @throws FileProblem */
async function refuseWithoutRows(file: string): Promise<void> {
  for await (const _ of batchesOf(file)) return;
}

/** Recomputes the results of rows imported before an interruption, so that the report has every row. */
async function judgeImported(db: Database, app: string, batch: readonly Read[]): Promise<Outcome[]> {
  const people = batch.flatMap((read) => ("person" in read ? [read.person] : []));
  const reasons = await db.transaction((tx) => whyNot(tx, app, people));
  return batch.map((read) => {
    const outcome = outcomeOf(read, false, reasons);
    return outcome.outcome === "unchanged" && !outcome.reason ? { ...outcome, reason: BEFORE } : outcome;
  });
}

const BEFORE = "Imported before the import stopped.";

/** Reports what an import would do with each row. A temporary table finds values that occur twice in the file. */
function dryRun(
  db: Database,
  file: string,
  { app, onRow, onProgress }: Required<Omit<Options, "isDryRun">>,
): Promise<Counts> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`create temp table import_seen (value text primary key, person text not null) on commit drop`);
    const counts = { rows: 0, opened: 0, unchanged: 0, refused: 0 };
    for await (const batch of batchesOf(file)) {
      const outcomes = await judgeBatch(tx, app, batch);
      Object.assign(counts, added(counts, outcomes));
      for (const outcome of outcomes) onRow(outcome);
      onProgress(counts);
    }
    return counts;
  });
}

const KEYS = ["external_id", "phone", "email"] as const;
/** Returns the fields that must be unique. For a closed account that is only the id. */
const keysOf = (person: Person) =>
  KEYS.filter((field) => person[field] && (field === "external_id" || person.status !== "closed"));
const keyOf = (person: Person, field: (typeof KEYS)[number]) => `${field}:${person[field]}`;

async function judgeBatch(tx: Transaction, app: string, batch: readonly Read[]): Promise<Outcome[]> {
  const people = batch.flatMap((read) => ("person" in read ? [read.person] : []));
  const reasons = await whyNot(tx, app, people);
  const fresh = people.filter((person) => !reasons.has(person));
  const keys = fresh.flatMap((person) => keysOf(person).map((field) => keyOf(person, field)));
  const { rows } = await tx.execute<{ value: string; person: string }>(
    sql`select value, person from import_seen where value = any(${sql.param(keys)}::text[])`,
  );
  const seen = new Map(rows.map(({ value, person }) => [value, person]));
  const added: { value: string; person: string }[] = [];
  for (const person of fresh) {
    const row = createHash("md5").update(JSON.stringify(person)).digest("hex");
    const twice = keysOf(person).find((field) => seen.has(keyOf(person, field)));
    if (twice === "external_id" && seen.get(keyOf(person, twice)) === row) reasons.set(person, "");
    else if (twice) reasons.set(person, `${twice}: Another row of the file has it.`);
    else
      for (const field of keysOf(person)) {
        seen.set(keyOf(person, field), row);
        added.push({ value: keyOf(person, field), person: row });
      }
  }
  await tx.execute(sql`insert into import_seen select value, person
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r(value text, person text)`);
  return batch.map((read) => outcomeOf(read, "person" in read && !reasons.has(read.person), reasons));
}

async function* batchesOf(file: string): AsyncGenerator<Read[]> {
  let batch: Read[] = [];
  let isEmpty = true;
  for await (const row of readFileRows(file, checkColumns)) {
    isEmpty = false;
    batch.push(readPerson(row));
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (isEmpty) throw new FileProblem("The file has no rows.");
  if (batch.length) yield batch;
}

type Begun = typeof userImports.$inferSelect;
const countsOf = ({ rows, opened, unchanged, refused }: Begun): Counts => ({ rows, opened, unchanged, refused });

async function beginImport(db: Database, values: { app: string; fileName: string; fileHash: string }): Promise<Begun> {
  await db
    .insert(userImports)
    .values({ id: uuid(), ...values })
    .onConflictDoNothing();
  const [begun] = await db
    .select()
    .from(userImports)
    .where(and(eq(userImports.app, values.app), eq(userImports.fileHash, values.fileHash)));
  if (!begun) throw new Error("The import was not noted.");
  return begun;
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
    await appendAudit(tx, systemRow("user.import", { record: { type: "user_import", id, name: fileName }, after }));
  });

function added(counts: Counts, outcomes: readonly Outcome[]): Counts {
  const of = (outcome: Outcome["outcome"]) => outcomes.filter((each) => each.outcome === outcome).length;
  return {
    rows: counts.rows + outcomes.length,
    opened: counts.opened + of("opened"),
    unchanged: counts.unchanged + of("unchanged"),
    refused: counts.refused + of("refused"),
  };
}

/** Inserts accounts with one statement, then compares each skipped person with the conflicting account. */
async function importBatch(tx: Transaction, app: string, batch: readonly Read[]): Promise<Outcome[]> {
  const people = batch.flatMap((read) => ("person" in read ? [read.person] : []));
  const opened = await openAccounts(tx, app, people);
  const left = people.filter((person) => !opened.has(person));
  const reasons = await whyNot(tx, app, left);
  return batch.map((read) => outcomeOf(read, "person" in read && opened.has(read.person), reasons));
}

function outcomeOf(read: Read, isOpened: boolean, reasons: ReadonlyMap<Person, string>): Outcome {
  if ("problem" in read) return { line: read.line, outcome: "refused", reason: read.problem };
  if (isOpened) return { line: read.line, outcome: "opened", reason: "" };
  const reason = reasons.get(read.person) ?? "";
  return { line: read.line, outcome: reason && reason !== KEPT ? "refused" : "unchanged", reason };
}

/** @returns the people whose accounts were inserted */
async function openAccounts(tx: Transaction, app: string, people: readonly Person[]): Promise<Set<Person>> {
  const byId = new Map(people.map((person) => [uuid(), person]));
  const rows = [...byId].map(([id, person]) => ({ id, ...person }));
  const { rows: added } = await tx.execute<{ id: string }>(sql`
    insert into users (id, first_name, middle_name, last_name, email, phone, date_of_birth, gender, address, language, lga,
      tier, status, status_reason, joined_at, app, external_id)
    select id, first_name, middle_name, last_name, email, phone, date_of_birth, gender, address, language, lga, tier, status,
      case when status <> 'active' then ${IMPORTED} end, coalesce(joined_at, now()), ${app}, external_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, first_name text, middle_name text, last_name text,
      email text, phone text, date_of_birth date, gender text, address text, language text, lga text, tier int, status text,
      joined_at timestamptz, external_id text)
    on conflict do nothing returning id`);
  return new Set(added.flatMap(({ id }) => byId.get(id) ?? []));
}

const IMPORTED = "As in the imported register.";

const KEPT = "Tier, status or language of the account have changed since, and are kept.";

type Account = Record<"external_id" | "phone" | "email", string | null> & {
  app: string | null;
  same: boolean;
  same_state: boolean;
};

/** Returns why people can't be imported: "" or `KEPT` for an equal account of their own. Omits people without an account. */
async function whyNot(tx: Transaction, app: string, people: readonly Person[]): Promise<Map<Person, string>> {
  if (!people.length) return new Map();
  const rows = people.map((person, place) => ({ place, ...person }));
  const { rows: found } = await tx.execute<Account & { place: number }>(sql`
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
  const reasons = new Map<Person, string>();
  for (const [place, person] of people.entries()) {
    const accounts = found.filter((each) => each.place === place);
    const own = accounts.find((each) => each.app === app && each.external_id === person.external_id);
    if (own?.same) reasons.set(person, own.same_state ? "" : KEPT);
    else if (own) reasons.set(person, "external_id: There is an account with this id and other data.");
    else if (accounts.some(({ phone }) => phone === person.phone))
      reasons.set(person, "phone: Another account has this number.");
    else if (accounts.length) reasons.set(person, "email: Another account has this address.");
  }
  return reasons;
}
