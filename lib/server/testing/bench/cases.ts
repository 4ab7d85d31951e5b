import { applicationCasesOf } from "./application-cases";
import { deepPageIndex } from "./deep-page";
import { reportCasesOf } from "./report-cases";
import { ticketCasesOf } from "./ticket-cases";

/** Kind of limit with which a call's measured time is compared (docs/rules.md, Numbers). */
export type BenchLimitKind =
  /** Maximum ratio between the p95 of the call in the large database and in the small database. */
  | "grows"
  /** Maximum ratio of the median of a deep page to that of the list's first page. */
  | "deep"
  /** Maximum ratio of the p95 of a search to that of the list's first page. */
  | "search";

/** An API call to measure, with its limit. */
export type BenchCase = {
  name: string;
  path: string;
  rule: BenchLimitKind;
  /** Name of the case for the list's first page, with which cases of kind `deep` and `search` are compared. */
  first?: string;
};

/** Values of records that exist in the database, for the searches of the benchmark. */
export type SampleRecords = {
  reference: string;
  providerReference: string;
  last4: string;
  email: string;
  phone: string;
  userId: string;
  methodId: string;
  report: { id: string; number: string } | null;
  ticket: {
    id: string;
    reference: string;
    code: string;
    order: string;
    eventId: string;
    typeId: string;
    holderId: string;
    email: string;
    phone: string;
  } | null;
  application: {
    id: string;
    reference: string;
    programmeId: string;
    userId: string;
    email: string;
    phone: string;
  } | null;
};

/** Returns the day `daysBack` days ago, in the format of filters. */
const dayBefore = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10);

const growsCase = (name: string, path: string): BenchCase => ({ name, path, rule: "grows" });

/**
 * Returns the API calls to measure: every list, filter, sort, search, count, deep page and figure that grows with users, payments or the
 * audit trail.
 */
export function benchCases(
  sample: SampleRecords,
  largeCounts: { users: number; transactions: number; audit: number; tickets: number; applications: number },
): BenchCase[] {
  /** Returns a case for page 25,000 of a list, or for a page near its end if the list is shorter. */
  const deepCase = (name: string, first: string, path: string, rows: number): BenchCase => {
    const page = deepPageIndex(rows);
    return {
      name: `${name}, page ${(page + 1).toLocaleString("en")}`,
      path: `${path}${path.includes("?") ? "&" : "?"}page=${page}`,
      rule: "deep",
      first,
    };
  };
  const search = (name: string, first: string, path: string): BenchCase => ({ name, path, rule: "search", first });
  const users = "/user-management/users";
  const transactionsPath = "/transactions";
  const statementPath = "/wallets/accounts/settlement_float/statement";
  const fees = "/wallets/accounts/fee_income/statement";
  const auditPath = "/system-logs/audit-trails";
  const pageReached = (rowShare: number, rows = largeCounts.users) => Math.floor(rows * rowShare);
  const paymentCount = largeCounts.transactions;
  const method = Object.entries({
    "status=suspended": 0.005,
    "status=active": 0.95,
    "tier=3": 0.03,
    "tier=0": 0.6,
    "lga=Yala": 0.05,
  });
  return [
    growsCase("users", users),
    ...["joined_at", "name", "-name", "last_seen_at", "-last_seen_at", "balance", "-balance"].map((sort) =>
      growsCase(`users, sort ${sort}`, `${users}?sort=${sort}`),
    ),
    ...method.map(([filter]) => growsCase(`users, ${filter}`, `${users}?${filter}`)),
    growsCase("users, status=restricted", `${users}?status=restricted`),
    growsCase("users, tier=2,3 and status=active", `${users}?tier=2,3&status=active`),
    growsCase("users, LGA by name", `${users}?lga=Yala&sort=name`),
    growsCase("users, joined in a month", `${users}?joined_from=${dayBefore(400)}&joined_to=${dayBefore(370)}`),
    growsCase("users, balance of 1,000 or more", `${users}?balance_min=1000`),
    growsCase("users, balance of 5 million or more", `${users}?balance_min=5000000`),
    growsCase("users, balance none has", `${users}?balance_min=900000000000`),
    growsCase("users, tier=3 by balance", `${users}?tier=3&sort=-balance`),
    deepCase("users", "users", users, largeCounts.users),
    deepCase("users, oldest first", "users, sort joined_at", `${users}?sort=joined_at`, largeCounts.users),
    ...method.map(([filter, rowShare]) =>
      deepCase(`users, ${filter}`, `users, ${filter}`, `${users}?${filter}`, pageReached(rowShare)),
    ),
    deepCase("users by name", "users, sort name", `${users}?sort=name`, largeCounts.users),
    deepCase("users by balance", "users, sort -balance", `${users}?sort=-balance`, largeCounts.users),
    search("users, search phone", "users", `${users}?q=${encodeURIComponent(sample.phone)}`),
    search("users, search email", "users", `${users}?q=${encodeURIComponent(sample.email)}`),
    search("users, search name", "users", `${users}?q=lasta12`),
    search("users, search two names", "users", `${users}?q=lasta%20firstb`),
    search("users, search one letter", "users", `${users}?q=l`),
    search("users, search nothing there", "users", `${users}?q=zzz`),
    search("users, search a misspelt name", "users", `${users}?q=lastqa12`),
    growsCase("users, figures", "/user-management"),
    growsCase("home, figures", "/overview"),
    growsCase("home, what waits for me", "/overview/work"),
    growsCase("home, changes since the last visit", "/overview/changes"),
    growsCase("home, charts of 7 days", "/overview/charts"),
    growsCase("home, charts of 30 days", "/overview/charts?days=30"),
    growsCase("transactions", transactionsPath),
    ...["created_at", "amount", "-amount"].map((sort) =>
      growsCase(`transactions, sort ${sort}`, `${transactionsPath}?sort=${sort}`),
    ),
    ...[
      "type=transfer",
      "type=refund",
      "channel=ussd",
      "state=failed",
      "state=pending",
      "state=failed,expired",
      "state=lost",
    ].map((filter) => growsCase(`transactions, ${filter}`, `${transactionsPath}?${filter}`)),
    growsCase("transactions of a user", `${transactionsPath}?user=${sample.userId}`),
    growsCase("transactions of a method", `${transactionsPath}?method=${sample.methodId}`),
    growsCase("transactions, provider reference", `${transactionsPath}?provider_reference=${sample.providerReference}`),
    growsCase("transactions, amount 1,000 to 2,000", `${transactionsPath}?min=1000&max=2000`),
    growsCase("transactions, amount of 490,000 or more", `${transactionsPath}?min=490000`),
    growsCase("transactions, amount none has", `${transactionsPath}?min=900000000`),
    growsCase("transactions, fee of 2,000 or more", `${transactionsPath}?fee_min=2000`),
    growsCase("transactions, fee none has", `${transactionsPath}?fee_min=900000000`),
    growsCase("transactions of a week", `${transactionsPath}?from=${dayBefore(107)}&to=${dayBefore(100)}`),
    growsCase(
      "transactions, completed in a month",
      `${transactionsPath}?completed_from=${dayBefore(400)}&completed_to=${dayBefore(370)}`,
    ),
    growsCase("transactions, state=failed by amount", `${transactionsPath}?state=failed&sort=-amount`),
    growsCase("transactions, failed, amount 1,000 to 2,000", `${transactionsPath}?state=failed&min=1000&max=2000`),
    growsCase(
      "transactions of nine months by amount",
      `${transactionsPath}?from=${dayBefore(400)}&to=${dayBefore(130)}&sort=amount`,
    ),
    growsCase("transactions, failed transfers", `${transactionsPath}?type=transfer&state=failed`),
    deepCase("transactions", "transactions", transactionsPath, paymentCount),
    deepCase(
      "transactions, type=transfer",
      "transactions, type=transfer",
      `${transactionsPath}?type=transfer`,
      pageReached(0.1, paymentCount),
    ),
    deepCase(
      "transactions, state=failed",
      "transactions, state=failed",
      `${transactionsPath}?state=failed`,
      pageReached(0.06, paymentCount),
    ),
    deepCase(
      "transactions, state=failed,expired",
      "transactions, state=failed,expired",
      `${transactionsPath}?state=failed,expired`,
      pageReached(0.08, paymentCount),
    ),
    deepCase(
      "transactions, channel=ussd",
      "transactions, channel=ussd",
      `${transactionsPath}?channel=ussd`,
      pageReached(0.1, paymentCount),
    ),
    deepCase("transactions by amount", "transactions, sort -amount", `${transactionsPath}?sort=-amount`, paymentCount),
    search("transactions, paste reference", "transactions", `${transactionsPath}?q=${sample.reference}`),
    search(
      "transactions, paste provider reference",
      "transactions",
      `${transactionsPath}?q=${sample.providerReference}`,
    ),
    search("transactions, paste phone", "transactions", `${transactionsPath}?q=${encodeURIComponent(sample.phone)}`),
    search("transactions, paste email", "transactions", `${transactionsPath}?q=${encodeURIComponent(sample.email)}`),
    search("transactions, paste last 4", "transactions", `${transactionsPath}?q=${sample.last4}`),
    search("transactions, paste nothing there", "transactions", `${transactionsPath}?q=NOSUCHTHING`),
    ...["7", "30", "90"].map((days) =>
      growsCase(`overview of ${days} days`, `${transactionsPath}/overview?days=${days}`),
    ),
    growsCase("payment methods", `${transactionsPath}/payment-methods`),
    growsCase("system accounts", "/wallets/accounts"),
    growsCase("float", statementPath),
    growsCase("float, kind=fund", `${statementPath}?kind=fund`),
    growsCase("float, kind=transaction_refund", `${statementPath}?kind=transaction_refund`),
    growsCase("float, money out", `${statementPath}?direction=out`),
    growsCase("float, money in", `${statementPath}?direction=in`),
    growsCase("float, payments", `${statementPath}?kind=transaction`),
    growsCase(
      "float, refunds of a month",
      `${statementPath}?kind=transaction_refund&from=${dayBefore(400)}&to=${dayBefore(370)}`,
    ),
    growsCase(
      "float, money in of a month",
      `${statementPath}?direction=in&min=1000&from=${dayBefore(400)}&to=${dayBefore(370)}`,
    ),
    growsCase("float, amount up to 1,000", `${statementPath}?max=1000`),
    growsCase("float, amount 123.45", `${statementPath}?min=123.45&max=123.45`),
    growsCase("float, amount none has", `${statementPath}?min=90000000000`),
    growsCase("float, a week", `${statementPath}?from=${dayBefore(107)}&to=${dayBefore(100)}`),
    growsCase("fees, money out (none)", `${fees}?direction=out`),
    deepCase("float", "float", statementPath, pageReached(0.9, paymentCount)),
    deepCase("float, money in", "float, money in", `${statementPath}?direction=in`, pageReached(0.7, paymentCount)),
    deepCase("float, payments", "float, payments", `${statementPath}?kind=transaction`, pageReached(0.7, paymentCount)),
    search("float, paste reference", "float", `${statementPath}?q=${sample.reference}`),
    growsCase("float, closing balances of 31 days", "/wallets/accounts/settlement_float/closing-balances"),
    growsCase("float, closing balances of 92 days", "/wallets/accounts/settlement_float/closing-balances?days=92"),
    growsCase("movements by hand", "/wallets/movements"),
    growsCase("a user's wallet", `${users}/${sample.userId}/statement`),
    growsCase("audit trail", auditPath),
    growsCase("audit trail, oldest first", `${auditPath}?sort=at`),
    growsCase("audit trail, action", `${auditPath}?action=kyc.decide`),
    growsCase("audit trail, refused", `${auditPath}?outcome=refused`),
    growsCase("audit trail, one record", `${auditPath}?record_type=kyc&record_id=5`),
    growsCase("audit trail, an admin", `${auditPath}?admin=00000000-0000-7000-a000-000000000007`),
    growsCase("audit trail, a week", `${auditPath}?from=${dayBefore(3)}&to=${dayBefore(2)}`),
    deepCase("audit trail", "audit trail", auditPath, largeCounts.audit),
    deepCase(
      "audit trail, action",
      "audit trail, action",
      `${auditPath}?action=kyc.decide`,
      pageReached(0.2, largeCounts.audit),
    ),
    search("audit trail, paste a record", "audit trail", `${auditPath}?q=record%2077777`),
    search("audit trail, type a beginning", "audit trail", `${auditPath}?q=record%2077`),
    growsCase("user activities", "/system-logs/user-activities"),
    ...reportCasesOf(sample, dayBefore),
    ...ticketCasesOf(sample, largeCounts.tickets, dayBefore),
    ...applicationCasesOf(sample, largeCounts.applications, dayBefore),
  ];
}
