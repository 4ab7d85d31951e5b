import { applicationCasesOf } from "./application-cases";
import { deepPage } from "./deep-page";
import { reportCasesOf } from "./report-cases";
import { ticketCasesOf } from "./ticket-cases";

/** Limit of a call's time (docs/rules.md, Numbers). */
export type Rule =
  /** The p95 in the large database is at most twice that in the small one. */
  | "grows"
  /** The median of a deep page is at most three times that of the list's first page. */
  | "deep"
  /** The p95 of a search is at most five times that of the list's first page. */
  | "search";

export type Case = {
  name: string;
  path: string;
  rule: Rule;
  /** Name of the case that `deep` and `search` are compared with. */
  first?: string;
};

/** Values in the database to search for. */
export type Sample = {
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

/** Returns the day `back` days ago, in the format of filters. */
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

const grows = (name: string, path: string): Case => ({ name, path, rule: "grows" });

/** Returns every list, filter, sort, search, count, deep page and figure that grows with users, payments or the audit trail. */
export function casesOf(
  sample: Sample,
  large: { users: number; transactions: number; audit: number; tickets: number; applications: number },
): Case[] {
  /** Returns a case for page 25,000, or for one near the end of a shorter list. */
  const deep = (name: string, first: string, path: string, rows: number): Case => {
    const page = deepPage(rows);
    return {
      name: `${name}, page ${(page + 1).toLocaleString("en")}`,
      path: `${path}${path.includes("?") ? "&" : "?"}page=${page}`,
      rule: "deep",
      first,
    };
  };
  const search = (name: string, first: string, path: string): Case => ({ name, path, rule: "search", first });
  const users = "/user-management/users";
  const all = "/transactions";
  const float = "/wallets/accounts/settlement_float/statement";
  const fees = "/wallets/accounts/fee_income/statement";
  const trail = "/system-logs/audit-trails";
  const reached = (share: number, rows = large.users) => Math.floor(rows * share);
  const payments = large.transactions;
  const method = Object.entries({
    "status=suspended": 0.005,
    "status=active": 0.95,
    "tier=3": 0.03,
    "tier=0": 0.6,
    "lga=Yala": 0.05,
  });
  return [
    grows("users", users),
    ...["joined_at", "name", "-name", "last_seen_at", "-last_seen_at", "balance", "-balance"].map((sort) =>
      grows(`users, sort ${sort}`, `${users}?sort=${sort}`),
    ),
    ...method.map(([filter]) => grows(`users, ${filter}`, `${users}?${filter}`)),
    grows("users, status=restricted", `${users}?status=restricted`),
    grows("users, tier=2,3 and status=active", `${users}?tier=2,3&status=active`),
    grows("users, LGA by name", `${users}?lga=Yala&sort=name`),
    grows("users, joined in a month", `${users}?joined_from=${day(400)}&joined_to=${day(370)}`),
    grows("users, balance of 1,000 or more", `${users}?balance_min=1000`),
    grows("users, balance of 5 million or more", `${users}?balance_min=5000000`),
    grows("users, balance none has", `${users}?balance_min=900000000000`),
    grows("users, tier=3 by balance", `${users}?tier=3&sort=-balance`),
    deep("users", "users", users, large.users),
    deep("users, oldest first", "users, sort joined_at", `${users}?sort=joined_at`, large.users),
    ...method.map(([filter, share]) =>
      deep(`users, ${filter}`, `users, ${filter}`, `${users}?${filter}`, reached(share)),
    ),
    deep("users by name", "users, sort name", `${users}?sort=name`, large.users),
    deep("users by balance", "users, sort -balance", `${users}?sort=-balance`, large.users),
    search("users, search phone", "users", `${users}?q=${encodeURIComponent(sample.phone)}`),
    search("users, search email", "users", `${users}?q=${encodeURIComponent(sample.email)}`),
    search("users, search name", "users", `${users}?q=lasta12`),
    search("users, search two names", "users", `${users}?q=lasta%20firstb`),
    search("users, search one letter", "users", `${users}?q=l`),
    search("users, search nothing there", "users", `${users}?q=zzz`),
    search("users, search a misspelt name", "users", `${users}?q=lastqa12`),
    grows("users, figures", "/user-management"),
    grows("home, figures", "/overview"),
    grows("transactions", all),
    ...["created_at", "amount", "-amount"].map((sort) => grows(`transactions, sort ${sort}`, `${all}?sort=${sort}`)),
    ...[
      "type=transfer",
      "type=refund",
      "channel=ussd",
      "state=failed",
      "state=pending",
      "state=failed,expired",
      "state=lost",
    ].map((filter) => grows(`transactions, ${filter}`, `${all}?${filter}`)),
    grows("transactions of a user", `${all}?user=${sample.userId}`),
    grows("transactions of a method", `${all}?method=${sample.methodId}`),
    grows("transactions, provider reference", `${all}?provider_reference=${sample.providerReference}`),
    grows("transactions, amount 1,000 to 2,000", `${all}?min=1000&max=2000`),
    grows("transactions, amount of 490,000 or more", `${all}?min=490000`),
    grows("transactions, amount none has", `${all}?min=900000000`),
    grows("transactions, fee of 2,000 or more", `${all}?fee_min=2000`),
    grows("transactions, fee none has", `${all}?fee_min=900000000`),
    grows("transactions of a week", `${all}?from=${day(107)}&to=${day(100)}`),
    grows("transactions, completed in a month", `${all}?completed_from=${day(400)}&completed_to=${day(370)}`),
    grows("transactions, state=failed by amount", `${all}?state=failed&sort=-amount`),
    grows("transactions, failed, amount 1,000 to 2,000", `${all}?state=failed&min=1000&max=2000`),
    grows("transactions of nine months by amount", `${all}?from=${day(400)}&to=${day(130)}&sort=amount`),
    grows("transactions, failed transfers", `${all}?type=transfer&state=failed`),
    deep("transactions", "transactions", all, payments),
    deep("transactions, type=transfer", "transactions, type=transfer", `${all}?type=transfer`, reached(0.1, payments)),
    deep("transactions, state=failed", "transactions, state=failed", `${all}?state=failed`, reached(0.06, payments)),
    deep(
      "transactions, state=failed,expired",
      "transactions, state=failed,expired",
      `${all}?state=failed,expired`,
      reached(0.08, payments),
    ),
    deep("transactions, channel=ussd", "transactions, channel=ussd", `${all}?channel=ussd`, reached(0.1, payments)),
    deep("transactions by amount", "transactions, sort -amount", `${all}?sort=-amount`, payments),
    search("transactions, paste reference", "transactions", `${all}?q=${sample.reference}`),
    search("transactions, paste provider reference", "transactions", `${all}?q=${sample.providerReference}`),
    search("transactions, paste phone", "transactions", `${all}?q=${encodeURIComponent(sample.phone)}`),
    search("transactions, paste email", "transactions", `${all}?q=${encodeURIComponent(sample.email)}`),
    search("transactions, paste last 4", "transactions", `${all}?q=${sample.last4}`),
    search("transactions, paste nothing there", "transactions", `${all}?q=NOSUCHTHING`),
    ...["7", "30", "90"].map((days) => grows(`overview of ${days} days`, `${all}/overview?days=${days}`)),
    grows("payment methods", `${all}/payment-methods`),
    grows("system accounts", "/wallets/accounts"),
    grows("float", float),
    grows("float, kind=fund", `${float}?kind=fund`),
    grows("float, kind=transaction_refund", `${float}?kind=transaction_refund`),
    grows("float, money out", `${float}?direction=out`),
    grows("float, money in", `${float}?direction=in`),
    grows("float, payments", `${float}?kind=transaction`),
    grows("float, refunds of a month", `${float}?kind=transaction_refund&from=${day(400)}&to=${day(370)}`),
    grows("float, money in of a month", `${float}?direction=in&min=1000&from=${day(400)}&to=${day(370)}`),
    grows("float, amount up to 1,000", `${float}?max=1000`),
    grows("float, amount 123.45", `${float}?min=123.45&max=123.45`),
    grows("float, amount none has", `${float}?min=90000000000`),
    grows("float, a week", `${float}?from=${day(107)}&to=${day(100)}`),
    grows("fees, money out (none)", `${fees}?direction=out`),
    deep("float", "float", float, reached(0.9, payments)),
    deep("float, money in", "float, money in", `${float}?direction=in`, reached(0.7, payments)),
    deep("float, payments", "float, payments", `${float}?kind=transaction`, reached(0.7, payments)),
    search("float, paste reference", "float", `${float}?q=${sample.reference}`),
    grows("float, closing balances of 31 days", "/wallets/accounts/settlement_float/closing-balances"),
    grows("float, closing balances of 92 days", "/wallets/accounts/settlement_float/closing-balances?days=92"),
    grows("movements by hand", "/wallets/movements"),
    grows("a user's wallet", `${users}/${sample.userId}/statement`),
    grows("audit trail", trail),
    grows("audit trail, oldest first", `${trail}?sort=at`),
    grows("audit trail, action", `${trail}?action=kyc.decide`),
    grows("audit trail, refused", `${trail}?outcome=refused`),
    grows("audit trail, one record", `${trail}?record_type=kyc&record_id=5`),
    grows("audit trail, an admin", `${trail}?admin=00000000-0000-7000-a000-000000000007`),
    grows("audit trail, a week", `${trail}?from=${day(3)}&to=${day(2)}`),
    deep("audit trail", "audit trail", trail, large.audit),
    deep("audit trail, action", "audit trail, action", `${trail}?action=kyc.decide`, reached(0.2, large.audit)),
    search("audit trail, paste a record", "audit trail", `${trail}?q=record%2077777`),
    search("audit trail, type a beginning", "audit trail", `${trail}?q=record%2077`),
    grows("user activities", "/system-logs/user-activities"),
    ...reportCasesOf(sample, day),
    ...ticketCasesOf(sample, large.tickets, day),
    ...applicationCasesOf(sample, large.applications, day),
  ];
}
