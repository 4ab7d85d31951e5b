import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { StatementLine } from "@/lib/contract/reconciliation-statements";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import type { TestApp } from "./app";

/** Returns the Lagos day that is this number of days before today. */
export const daysAgo = (days: number) => addDays(lagosDayOf(new Date()), -days);

/** Tables of reconciliation, in the order in which their rows can be deleted. */
const TABLES = [
  "reconciliation_movements",
  "reconciliation_items",
  "reconciliation_matches",
  "reconciliation_days",
  "reconciliation_providers",
  "statement_lines",
  "bank_statements",
  "bank_accounts",
];

/** Runs SQL on the tables of reconciliation without their triggers, because those triggers protect closed days and imported bank statements. */
export const runWithoutReconciliationTriggers = (app: TestApp, ...statements: string[]) =>
  app.db.transaction(async (tx) => {
    const tables = [...TABLES, "reconciliation_settings"];
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const statement of statements) await tx.execute(sql.raw(statement));
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

/** Resets reconciliation to the state of a new installation. */
export const resetReconciliation = (app: TestApp) =>
  runWithoutReconciliationTriggers(
    app,
    ...TABLES.map((table) => `delete from ${table}`),
    "update reconciliation_settings set starts_on = null, closed_until = null, ledger_seq = 0",
  );

let accountCount = 0;

/** Adds a bank account through the API. The bank code belongs to no known bank, so the account number needs no check digit. */
export async function addBankAccount(app: TestApp, token: string, values: Record<string, unknown> = {}) {
  const number = ++accountCount;
  const body = {
    ...{ name: `Account ${number}`, bank_code: "990", bank_name: "Bank of the Tests" },
    account_number: String(1_000_000_000 + number),
    ...values,
  };
  const { status, json } = await app.call("POST", "/wallets/reconciliation/accounts", { token, body });
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json.data;
}

/** A line of a bank statement: day, signed kobo, narration, reference, balance. */
export type TestStatementLine = [day: string, amount: number, narration?: string, reference?: string, balance?: number];
type TestFile = {
  lines: TestStatementLine[];
  opening?: number;
  closing?: number;
  from?: string;
  to?: string;
  name?: string;
};

/**
 * Returns the inputs of the API calls that import a bank statement: its start and its lines. Line numbers begin at 2, as in a file with a
 * header.
 */
export function makeBankStatementInput({ lines, opening = 0, closing, from, to, name = "statement.csv" }: TestFile) {
  const days = lines.map(([day]) => day).sort();
  const total = lines.reduce((sum, [, amount]) => sum + amount, opening);
  const start = {
    file_name: name,
    file_hash: createHash("sha256")
      .update(JSON.stringify([lines, opening, closing, from, to]))
      .digest("hex"),
    format: "csv",
    ...{ from_day: from ?? days[0] ?? "", to_day: to ?? days.at(-1) ?? "" },
    ...{ opening, closing: closing ?? total, lines: lines.length },
  };
  const numbered = lines.map(([day, amount, narration = "", reference = "", balance], index): StatementLine => {
    return [index + 2, day, amount, balance ?? null, narration, reference];
  });
  return { start, lines: numbered };
}

/** Returns functions that import bank statements of an account through the API. */
export function createStatementImporter(app: TestApp, token: string, accountId: string) {
  const path = `/wallets/reconciliation/accounts/${accountId}/statements`;
  const post = (to: string, body: object = {}, by = token) => app.call("POST", `${path}${to}`, { token: by, body });
  const begin = (file: TestFile, by?: string) => post("", makeBankStatementInput(file).start, by);
  const add = (id: string, after: number, lines: StatementLine[], by?: string) =>
    post(`/${id}/lines`, { after, lines }, by);
  const finish = (id: string, by?: string) => post(`/${id}/finish`, {}, by);
  /** Imports a whole file and returns the response of the last call. */
  async function send(file: TestFile) {
    const { start, lines } = makeBankStatementInput(file);
    const begun = await post("", start);
    if (begun.status !== 200) return begun;
    if (lines.length) await add(begun.json.data.id, 0, lines);
    return finish(begun.json.data.id);
  }
  return { begin, add, finish, send };
}
