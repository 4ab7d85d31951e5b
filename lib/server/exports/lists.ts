import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  IDENTITY_TYPES,
  KYC_FLAG_WORDS,
  KYC_FLAGS,
  KYC_REASON_WORDS,
  KYC_REASONS,
  KYC_STATES,
} from "@/lib/contract/kyc.values";
import { LEDGER_ENTRY_KINDS, SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import type { PersonalField } from "@/lib/contract/personal.values";
import { RECORD_KINDS } from "@/lib/contract/record-kinds";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { CALL_OUTCOMES } from "@/lib/contract/system-logs.values";
import { MOVEMENT_DIRECTIONS, MOVEMENT_KINDS, MOVEMENT_STATES } from "@/lib/contract/system-wallet.values";
import {
  PAYMENT_CHANNELS,
  TRANSACTION_LABELS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "@/lib/contract/transaction.values";
import { USER_STATUSES } from "@/lib/contract/user.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { legalAcceptanceExport } from "@/lib/server/app-config/acceptances";
import { emergencyNumberExport } from "@/lib/server/app-config/read-emergency-numbers";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { eventExport } from "@/lib/server/event/export-list";
import { ticketExport } from "@/lib/server/event/export-tickets";
import { applicationExport } from "@/lib/server/grant/export-applications";
import { payoutExport } from "@/lib/server/grant/export-payouts";
import { awardExport } from "@/lib/server/grant/public-awards";
import { ireportExport } from "@/lib/server/ireport/export-list";
import { type KycFilters, kycFilter } from "@/lib/server/kyc/list";
import { promotionExport } from "@/lib/server/promotion/export-list";
import { redemptionExport } from "@/lib/server/promotion/export-redemptions";
import { codeExport } from "@/lib/server/promotion/list-codes";
import { dayRecordExport } from "@/lib/server/reconciliation/days/record-export-list";
import { reconciliationItemExport } from "@/lib/server/reconciliation/items/export-list";
import { revenueHeadExport } from "@/lib/server/revenue-heads/read-heads";
import { revenueReportExport } from "@/lib/server/revenue-heads/report";
import { ACTION_WORDS } from "@/lib/server/system-logs/action-words";
import { type AuditTrailFilters, auditTrailFilter } from "@/lib/server/system-logs/list";
import { shownRecordName, truncatedRefusal } from "@/lib/server/system-logs/row-size";
import { closingBalanceExport } from "@/lib/server/system-wallet/closing-balances";
import { type MovementFilters, movementFilter } from "@/lib/server/system-wallet/list-movements";
import { type AccountStatementFilters, accountStatementFilter } from "@/lib/server/system-wallet/list-statement";
import { movementStateSql } from "@/lib/server/system-wallet/movement-state";
import { disputeExport } from "@/lib/server/transaction/disputes/list-disputes";
import { type TransactionFilters, transactionFilter } from "@/lib/server/transaction/list";
import { type UserFilters, userFilter } from "@/lib/server/user/list";
import { currentStatusSql } from "@/lib/server/user/status";
import {
  adminCell,
  type Cell,
  codeLabelColumns,
  codeListColumns,
  identifierCell,
  jsonCell,
  labelCell,
  moneyCell,
  numberCell,
  textCell,
  timeCell,
} from "./cells";

type RowFilter = SQL | undefined;
/** The admin who exports, with the rights that decide which rows and columns the file contains. */
export type ExportViewer = Pick<SignedInAdmin, "id" | "rights">;

/** A column of an exported file. A column with personal data is empty for admins without the right to it. */
export type ExportColumn = readonly [header: string, cell: Cell, field?: PersonalField];

/** A list that can be exported: its rows, columns and sort order. */
export type ExportList = {
  /** API call that creates the download link. It declares the personal fields. The download checks the call's policy again. */
  route: Route;
  table: PgTable | SQL;
  /** Sort order of the file: a time and a tie-breaker, both in one index. */
  key: { at: PgColumn | SQL; id: PgColumn | SQL; direction: "asc" | "desc" };
  columns: readonly ExportColumn[];
  /** Returns the SQL condition for rows that match the requested filter and are visible to the admin. Evaluated again for each page. */
  filter: (filter: Record<string, unknown>, admin: ExportViewer, db: Queryable) => RowFilter | Promise<RowFilter>;
};

const kycList: ExportList = {
  route: routes.kyc.export,
  table: kycRequests,
  key: { at: kycRequests.submittedAt, id: kycRequests.id, direction: "asc" },
  columns: [
    ["Reference", textCell(kycRequests.reference)],
    ["First name", textCell(kycRequests.firstName), "kyc.name"],
    ["Middle name", textCell(kycRequests.middleName), "kyc.name"],
    ["Last name", textCell(kycRequests.lastName), "kyc.name"],
    ["Phone", textCell(kycRequests.phone), "kyc.phone"],
    ["LGA", textCell(kycRequests.lga)],
    ["Tier", numberCell(kycRequests.tier)],
    ...codeLabelColumns("Identity", kycRequests.identityType, IDENTITY_TYPES),
    ["Identity number ends in", textCell(kycRequests.identityNumberLast4), "kyc.identity_number"],
    ...codeLabelColumns("State", kycRequests.state, KYC_STATES),
    ...codeListColumns("Flags", kycRequests.flags, KYC_FLAGS, KYC_FLAG_WORDS),
    ["Submitted (Lagos)", timeCell(kycRequests.submittedAt)],
    ["Due (Lagos)", timeCell(kycRequests.dueAt)],
    ["Assignee", adminCell(kycRequests.assigneeId)],
    ["Decided (Lagos)", timeCell(kycRequests.decidedAt)],
    ...codeLabelColumns("Reason", kycRequests.reason, KYC_REASONS, KYC_REASON_WORDS),
    ["Text for the user", textCell(kycRequests.message)],
  ],
  filter: (filter, { id }) => kycFilter(filter as KycFilters, id),
};

const RECORD_LABELS = Object.fromEntries(Object.entries(RECORD_KINDS).map(([type, { label }]) => [type, label]));

const auditTrailList: ExportList = {
  route: routes.systemLogs.exportAuditTrails,
  table: auditTrails,
  key: { at: auditTrails.at, id: auditTrails.id, direction: "desc" },
  columns: [
    ["Row", numberCell(auditTrails.id)],
    ["When (Lagos)", timeCell(auditTrails.at)],
    ["Admin", textCell(auditTrails.adminName)],
    ["Admin email", textCell(sql`(select a.email from admins a where a.id = ${auditTrails.adminId})`)],
    ["Admin id", identifierCell(auditTrails.adminId)],
    ["Action", textCell(auditTrails.action)],
    ["Action in words", labelCell(auditTrails.action, Object.keys(ACTION_WORDS), ACTION_WORDS)],
    ...codeLabelColumns("Outcome", auditTrails.outcome, CALL_OUTCOMES),
    ["Why refused", textCell(truncatedRefusal)],
    ["Record type", textCell(auditTrails.recordType)],
    ["Record type in words", labelCell(auditTrails.recordType, Object.keys(RECORD_KINDS), RECORD_LABELS)],
    ["Record", textCell(shownRecordName)],
    ["Record id", textCell(auditTrails.recordId)],
    ["Before", jsonCell(auditTrails.before), "audit_trail.changes"],
    ["After", jsonCell(auditTrails.after), "audit_trail.changes"],
    ["Address", textCell(auditTrails.address)],
    ["Device", textCell(auditTrails.device)],
    ["Request", textCell(auditTrails.requestId)],
    ["Hash", identifierCell(sql`(select s.hash from audit_seals s where s.audit_id = ${auditTrails.id})`)],
  ],
  filter: (filter) => auditTrailFilter(filter as AuditTrailFilters),
};

const ledgerEntryColumn = (column: PgColumn) =>
  sql`(select ${column} from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId})`;
const accountColumn = (column: string) =>
  sql`(select ${sql.raw(`a.${column}`)} from ledger_accounts a where a.id = ${ledgerPostings.accountId})`;

const statementList: ExportList = {
  route: routes.systemWallet.exportStatement,
  table: ledgerPostings,
  key: { at: ledgerPostings.postedAt, id: ledgerPostings.seq, direction: "asc" },
  columns: [
    ["Number", numberCell(ledgerPostings.seq)],
    ...codeLabelColumns("Account", accountColumn("code"), SYSTEM_ACCOUNTS),
    ["Posted (Lagos)", timeCell(ledgerPostings.postedAt)],
    ...codeLabelColumns("Kind", ledgerEntryColumn(ledgerEntries.kind), LEDGER_ENTRY_KINDS),
    ["Description", textCell(ledgerEntryColumn(ledgerEntries.description))],
    [
      "Amount (naira)",
      moneyCell(sql`case ${accountColumn("side")} when 'credit' then 1 else -1 end * ${ledgerPostings.amount}`),
    ],
    ["Balance (naira)", moneyCell(ledgerPostings.balanceAfter)],
    ["Entry", identifierCell(ledgerPostings.entryId)],
  ],
  filter: (filter) => accountStatementFilter(filter as AccountStatementFilters),
};

const transactionColumn = (expression: string) =>
  sql`(select ${sql.raw(expression)} from transactions t join users u on u.id = t.user_id where t.id = ${walletMovements.transactionId})`;

const movementList: ExportList = {
  route: routes.systemWallet.exportMovements,
  table: walletMovements,
  key: { at: walletMovements.requestedAt, id: walletMovements.id, direction: "desc" },
  columns: [
    ["Reference", textCell(walletMovements.reference)],
    ...codeLabelColumns("Kind", walletMovements.kind, MOVEMENT_KINDS),
    ...codeLabelColumns("State", movementStateSql(), MOVEMENT_STATES),
    ...codeLabelColumns("Account", walletMovements.account, SYSTEM_ACCOUNTS),
    ...codeLabelColumns("To", walletMovements.toAccount, SYSTEM_ACCOUNTS),
    ...codeLabelColumns("Direction", walletMovements.direction, MOVEMENT_DIRECTIONS),
    ["Amount (naira)", moneyCell(walletMovements.amount)],
    ["Transaction", textCell(transactionColumn("t.reference"))],
    ["User", textCell(transactionColumn("u.first_name || ' ' || u.last_name")), "movement.name"],
    ["Reason", textCell(walletMovements.note)],
    ["Bank or letter", textCell(walletMovements.externalReference)],
    ["Requested by", adminCell(walletMovements.requestedBy)],
    ["Requested (Lagos)", timeCell(walletMovements.requestedAt)],
    ["Decided by", adminCell(walletMovements.decidedBy)],
    ["Decided (Lagos)", timeCell(walletMovements.decidedAt)],
    ["Entry", identifierCell(walletMovements.entryId)],
  ],
  filter: (filter) => movementFilter(filter as MovementFilters),
};

const userSql = (column: string) => sql`(select ${sql.raw(column)} from users u where u.id = ${transactions.userId})`;

const headSql = (column: string) =>
  sql`(select ${sql.raw(`h.${column}`)} from tax_payments p join revenue_heads h on h.id = p.revenue_head_id where p.transaction_id = ${transactions.id})`;

const transactionList: ExportList = {
  route: routes.transaction.export,
  table: transactions,
  key: { at: transactions.createdAt, id: transactions.id, direction: "desc" },
  columns: [
    ["Reference", textCell(transactions.reference)],
    ["User", textCell(userSql("u.first_name || ' ' || u.last_name")), "transaction.name"],
    ["Phone", textCell(userSql("u.phone")), "transaction.phone"],
    ...codeLabelColumns("Type", transactions.type, TRANSACTION_TYPES, TRANSACTION_LABELS),
    ...codeLabelColumns("Channel", transactions.channel, PAYMENT_CHANNELS, TRANSACTION_LABELS),
    ["Amount (naira)", moneyCell(transactions.amount)],
    ["Fee (naira)", moneyCell(transactions.fee)],
    ["Refunded (naira)", moneyCell(transactions.refundedAmount)],
    ...codeLabelColumns("Status", transactions.state, TRANSACTION_STATES, TRANSACTION_LABELS),
    ["Revenue head", textCell(headSql("code"))],
    ["Name of the revenue head", textCell(headSql("name"))],
    ["Ministry", textCell(headSql("ministry"))],
    ["Provider reference", textCell(transactions.providerReference)],
    ["Card ends in", textCell(transactions.cardLast4), "transaction.card"],
    ["Created (Lagos)", timeCell(transactions.createdAt)],
    ["Completed (Lagos)", timeCell(transactions.completedAt)],
  ],
  filter: (filter) => transactionFilter(filter as TransactionFilters),
};

const userList: ExportList = {
  route: routes.user.export,
  table: users,
  key: { at: users.joinedAt, id: users.id, direction: "desc" },
  columns: [
    ["User", identifierCell(users.id)],
    ["First name", textCell(users.firstName), "user.name"],
    ["Middle name", textCell(users.middleName), "user.name"],
    ["Last name", textCell(users.lastName), "user.name"],
    ["Email", textCell(users.email), "user.email"],
    ["Phone", textCell(users.phone), "user.phone"],
    ["Tier", numberCell(users.tier)],
    ["LGA", textCell(users.lga)],
    ...codeLabelColumns("Status", currentStatusSql(), USER_STATUSES),
    ["Balance (naira)", moneyCell(sql`(select a.balance from ledger_accounts a where a.id = ${users.id})`)],
    ["Last seen (Lagos)", timeCell(users.lastSeenAt)],
    ["Joined (Lagos)", timeCell(users.joinedAt)],
  ],
  filter: (filter) => userFilter(filter as UserFilters),
};

/** Every list with an Export button. The keys are the file names. */
export const EXPORT_LISTS = {
  acceptances: legalAcceptanceExport,
  "audit-trails": auditTrailList,
  disputes: disputeExport,
  "emergency-numbers": emergencyNumberExport,
  events: eventExport,
  "grant-applications": applicationExport,
  "grant-awards": awardExport,
  "grant-payouts": payoutExport,
  ireports: ireportExport,
  "kyc-requests": kycList,
  "promotion-codes": codeExport,
  "promotion-redemptions": redemptionExport,
  promotions: promotionExport,
  "reconciliation-items": reconciliationItemExport,
  "reconciliation-day": dayRecordExport,
  "revenue-heads": revenueHeadExport,
  "revenue-report": revenueReportExport,
  tickets: ticketExport,
  transactions: transactionList,
  users: userList,
  "wallet-closing-balances": closingBalanceExport,
  "wallet-movements": movementList,
  "wallet-statement": statementList,
} as const satisfies Record<string, ExportList>;
/** Name of a list that can be exported. */
export type ExportListName = keyof typeof EXPORT_LISTS;
