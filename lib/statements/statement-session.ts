import { type BankStatementFormat, STATEMENT_CHUNK_LINES } from "@/lib/contract/reconciliation.values";
import { StatementFile, type StatementRequest, type StatementResult } from "./read-statement";
import { type ParsedStatement, StatementError } from "./statement";

/** A statement without its lines. Amounts in kobo; `moneyIn` and `moneyOut` are sums without sign. */
export type StatementSummary = Omit<ParsedStatement, "lines"> & { lines: number; moneyIn: number; moneyOut: number };

/** Result of reading a file: the statement's facts, or what an admin has to choose or enter first. */
export type StatementReading = { summary: StatementSummary } | Exclude<StatementResult, { statement: unknown }>;

/** Statement line in the format of the API: line number, day, amount, balance, narration, reference. */
export type StatementRow = [
  line: number,
  day: string,
  amount: number,
  balance: number | null,
  narration: string,
  reference: string,
];

/** Maximum size of the lines of one request in bytes: below the API's limit of 1 MiB for a body. */
const MAX_CHUNK_BYTES = 900_000;

/** An opened statement file in the web worker. Callers read its lines in parts that fit into one request. */
export class StatementSession {
  private statement: ParsedStatement | null = null;

  private constructor(
    private readonly file: StatementFile,
    /** SHA-256 of the file in hex. */
    readonly hash: string,
  ) {}

  /** Opens a file. @throws StatementError or TableError if it is no statement */
  static async open(bytes: Uint8Array<ArrayBuffer>): Promise<StatementSession> {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return new StatementSession(await StatementFile.open(bytes), hash);
  }

  get format(): BankStatementFormat {
    return this.file.format;
  }

  /** Reads the file. @throws StatementError that names the line */
  read(request: StatementRequest, onProgress: (rows: number) => void): StatementReading {
    this.statement = null;
    const result = this.file.read(request, onProgress);
    if (!("statement" in result)) return result;
    this.statement = result.statement;
    const { lines, ...facts } = result.statement;
    let [moneyIn, moneyOut] = [0, 0];
    for (const { amount } of lines)
      if (amount > 0) moneyIn += amount;
      else moneyOut -= amount;
    return { summary: { ...facts, lines: lines.length, moneyIn, moneyOut } };
  }

  /** Skips the first `after` lines, and returns as many of the following lines as fit into one request. */
  lines(after: number): StatementRow[] {
    if (!this.statement) throw new StatementError("Choose the file again.");
    const encoder = new TextEncoder();
    const rows: StatementRow[] = [];
    let bytes = 0;
    for (const { line, day, amount, balance, narration, reference } of this.statement.lines.slice(
      after,
      after + STATEMENT_CHUNK_LINES,
    )) {
      const row: StatementRow = [line, day, amount, balance, narration, reference];
      bytes += encoder.encode(JSON.stringify(row)).length + 1;
      if (rows.length > 0 && bytes > MAX_CHUNK_BYTES) break;
      rows.push(row);
    }
    return rows;
  }
}
