import { Parser } from "saxen";
import {
  type CamtAmount,
  type CamtEntry,
  camtAmountToKobo,
  isCreditMark,
  lagosDayOf,
  lastDayOfPeriod,
  newCamtEntry,
  setCamtEntryField,
  toStatementLine,
} from "./camt-entry";
import {
  checkBalances,
  cleanBankText,
  daysOfLines,
  extendPeriodToLines,
  isSameAccount,
  type ParsedStatement,
  refuseTooManyLines,
  StatementError,
  type StatementLine,
} from "./statement";

type Balance = { kobo: number; day: string | null };
type Statement = {
  account: string;
  currency: string;
  from: string;
  to: string;
  opening: Balance | null;
  closing: Balance | null;
  lines: StatementLine[];
};

/** Maximum nesting depth of elements. Files of banks have at most about fifteen levels. */
const MAX_DEPTH = 60;

/** Returns true for text that looks like a file of ISO 20022. */
export const isXml = (text: string) => /^\s*<(?:\?xml|Document\b|\w+:Document\b)/.test(text.slice(0, 500));

/**
 * Reads a camt.053 file (versions 02 to 08) of one account in naira. A batch stays one line, because the bank booked the batch as one amount. Entries
 * that are not booked are ignored. `line` is the entry's position in the file. DTDs are refused, so entities can't expand.
 * @throws StatementError that names the entry
 */
export function parseCamt053(xml: string, accountNumber: string): ParsedStatement {
  const statements = readStatements(xml);
  const accounts = new Set(statements.map(({ account }) => account));
  const own =
    accounts.size > 1 ? statements.filter(({ account }) => isSameAccount(account, accountNumber)) : statements;
  const [first] = own;
  if (!first)
    throw new StatementError(
      accounts.size
        ? `This file has statements of ${[...accounts].join(", ")}, not of ${accountNumber}.`
        : "This camt.053 file has no statement.",
    );
  const lines: StatementLine[] = [];
  let closing: Balance | null = null;
  for (const statement of own) {
    if (!statement.opening) throw new StatementError("A statement in this file has no opening balance (OPBD).");
    if (!statement.closing)
      throw new StatementError("A statement in this file has no closing balance (CLBD). The file may be cut off.");
    if (closing && closing.kobo !== statement.opening.kobo)
      throw new StatementError(
        "The statements in this file don't follow each other: one opens with another balance than the one before closed with.",
      );
    closing = statement.closing;
    for (const line of statement.lines) lines.push(line);
  }
  const days = daysOfLines(lines);
  const opened = first.from || days?.first || first.opening?.day || closing?.day;
  const closed = own.at(-1)?.to || closing?.day || days?.last;
  if (!opened || !closed) throw new StatementError("This file names neither its period nor the days of its balances.");
  const statement = {
    accountNumber: first.account || null,
    ...extendPeriodToLines(opened, closed, lines),
    opening: first.opening?.kobo ?? 0,
    closing: closing?.kobo ?? 0,
    lines,
  };
  checkBalances(statement, "Entry");
  return statement;
}

function readStatements(xml: string): Statement[] {
  const reader = new CamtReader();
  const parser = new Parser();
  const path: string[] = [];
  let [text, problem] = ["", null as Error | null];
  const fail = (error: Error) => {
    problem ??= error;
    parser.stop();
  };
  /** Runs a handler. If it throws, stores the first error and stops the parser. */
  const attempt = (handler: () => void) => {
    try {
      if (!problem) handler();
    } catch (error) {
      fail(error instanceof Error ? error : new StatementError(UNREADABLE));
    }
  };
  parser.on("attention", (content) => {
    if (/^<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(content))
      fail(
        new StatementError(
          "This XML file has a document type (DTD), which statements don't need. Download it again from the bank.",
        ),
      );
  });
  parser.on("error", () => fail(new StatementError(UNREADABLE)));
  parser.on("openTag", (rawName, attributes, decode) =>
    attempt(() => {
      const name = rawName.replace(/^.*:/, "");
      path.push(name);
      text = "";
      if (path.length > MAX_DEPTH) throw new StatementError(UNREADABLE);
      if (path.length === 1) checkNamespace(name, Object.values(attributes()).map(decode));
      if (path.length === 2 && name !== "BkToCstmrStmt")
        throw new StatementError(`This is not a bank statement (camt.053): it contains “${cleanBankText(name, 40)}”.`);
      reader.open(path, attributes);
    }),
  );
  parser.on("text", (content, decode) => {
    text += decode(content);
  });
  parser.on("cdata", (content) => {
    text += content;
  });
  parser.on("closeTag", () =>
    attempt(() => {
      reader.close(path, text.trim());
      path.pop();
      text = "";
    }),
  );
  parser.parse(xml);
  if (problem) throw problem;
  if (path.length) throw new StatementError(UNREADABLE);
  return reader.statements;
}

const UNREADABLE = "This XML file is damaged or cut off. Download it again from the bank.";

function checkNamespace(root: string, attributes: readonly string[]): void {
  const kind = attributes.map((value) => /\b((?:camt|pain|pacs)\.\d{3})\.\d{3}\.(\d{2})/.exec(value)).find(Boolean);
  if (root !== "Document" || !kind) throw new StatementError("This XML file is not a bank statement (camt.053).");
  if (kind[1] !== "camt.053")
    throw new StatementError(`This file is ${kind[1]}, not a statement of booked entries (camt.053).`);
  if (Number(kind[2]) < 2 || Number(kind[2]) > 8)
    throw new StatementError(`Version ${kind[2]} of camt.053 can't be read. Choose version 02 to 08 at the bank.`);
}

/** Collects statements from the events of the parser, so that the document is never in memory as a tree. */
class CamtReader {
  readonly statements: Statement[] = [];
  private statement: Statement | null = null;
  private entry: CamtEntry | null = null;
  private balance: { type: string; amount: CamtAmount | null; isCredit: boolean | null; day: string } | null = null;
  private currency = "";
  private entries = 0;
  private lines = 0;

  open(path: readonly string[], attributes: () => Record<string, string>): void {
    const name = path.at(-1);
    const parent = path.at(-2);
    if (name === "Stmt" && parent === "BkToCstmrStmt")
      this.statement = { account: "", currency: "", from: "", to: "", opening: null, closing: null, lines: [] };
    else if (name === "Bal" && parent === "Stmt") this.balance = { type: "", amount: null, isCredit: null, day: "" };
    else if (name === "Ntry" && parent === "Stmt") this.entry = newCamtEntry(++this.entries);
    else if (name === "TxDtls" && this.entry) this.entry.details++;
    else if (name === "Amt" && (parent === "Ntry" || parent === "Bal")) this.currency = attributes().Ccy ?? "";
  }

  close(path: readonly string[], text: string): void {
    const { statement, balance, entry } = this;
    if (!statement) return;
    const name = path.at(-1) ?? "";
    const below = path.slice(3).join("/");
    if (entry) setCamtEntryField(entry, path.slice(4).join("/"), text, this.currency);
    else if (balance) closeInBalance(balance, path.slice(4).join("/"), text, this.currency);
    else if (below === "Acct/Id/IBAN" || below === "Acct/Id/Othr/Id") statement.account ||= text;
    else if (below === "Acct/Ccy") statement.currency = text;
    else if (/^FrToDt\/Fr/.test(below)) statement.from = lagosDayOf(text) ?? "";
    else if (/^FrToDt\/To/.test(below)) statement.to = lastDayOfPeriod(text) ?? "";
    if (name === "Ntry" && path.length === 4) this.finishEntry(statement);
    if (name === "Bal" && path.length === 4) this.finishBalance(statement);
    if (name === "Stmt" && path.length === 3) {
      this.statements.push(statement);
      this.statement = null;
    }
  }

  private finishEntry(statement: Statement): void {
    const { entry } = this;
    this.entry = null;
    if (!entry || /^(?:PDNG|INFO|FUTR)$/.test(entry.state)) return;
    refuseTooManyLines(++this.lines);
    statement.lines.push(toStatementLine(entry));
  }

  private finishBalance(statement: Statement): void {
    const { balance } = this;
    this.balance = null;
    if (!balance?.amount || !/^(?:OPBD|PRCD|CLBD)$/.test(balance.type)) return;
    const kobo = camtAmountToKobo(
      balance.amount,
      (problem) => new StatementError(`Balance ${balance.type}: ${problem}`),
    );
    const found = { kobo: (balance.isCredit === false ? -kobo : kobo) || 0, day: lagosDayOf(balance.day) };
    if (balance.type === "CLBD") statement.closing = found;
    else if (balance.type === "OPBD" || !statement.opening) statement.opening = found;
  }
}

function closeInBalance(
  balance: { type: string; amount: CamtAmount | null; isCredit: boolean | null; day: string },
  below: string,
  text: string,
  currency: string,
): void {
  if (below === "Tp/CdOrPrtry/Cd") balance.type = text;
  else if (below === "Amt") balance.amount = { value: text, currency };
  else if (below === "CdtDbtInd") balance.isCredit = isCreditMark(text);
  else if (/^Dt\/(?:Dt|DtTm)$/.test(below)) balance.day = text;
}
