import type { RecordKind, SearchableRecordList } from "./record-kind";
import { RECORD_URLS } from "./records";
import { routes } from "./routes";

const { approvals, appConfig, content, event, grant, ireport, kyc, promotion, reconciliation, rp, systemWallet } =
  routes;
const { revenueHeads, transaction, user } = routes;

/** Noun in action texts of calls that several kinds of content entries share. */
export const CONTENT_NOUN = "content";
/** Noun in action texts of calls that FAQ questions and legal texts share. */
export const FAQ_OR_LEGAL_NOUN = "an FAQ question or legal text";

/**
 * All kinds of records in the audit trail, by their name there. Histories, links in the trail, the approvals inbox, notices, pushes
 * and the record search use this list. A kind that is missing here causes a type error where the trail is written.
 */
const KIND_LIST = {
  admin: {
    label: "Admin",
    address: RECORD_URLS.admin,
    opens: rp.admin,
    list: { plural: "admins", call: rp.admins, path: "roles-and-permissions/admin-users", values: ["email"] },
  },
  announcement: {
    label: "Announcement",
    noun: CONTENT_NOUN,
    address: RECORD_URLS.announcement,
    opens: content.entry,
    list: {
      plural: "announcements",
      call: content.entries,
      path: "content-management/announcements",
      with: { kind: "announcements" },
    },
  },
  article: {
    label: "Article",
    noun: CONTENT_NOUN,
    address: RECORD_URLS.article,
    opens: content.entry,
    list: { plural: "articles", call: content.entries, path: "content-management/culture", with: { kind: "culture" } },
  },
  app_key: { label: "App key", address: RECORD_URLS.app_key, opens: appConfig.appKeys },
  approval: { label: "Approval", address: RECORD_URLS.approval, opens: approvals.single },
  audit_trail: { label: "Audit row" },
  bank_account: {
    label: "Bank account",
    address: RECORD_URLS.bank_account,
    opens: reconciliation.bankAccounts,
  },
  bank_statement: {
    label: "Bank statement",
    address: RECORD_URLS.bank_statement,
    opens: reconciliation.statement,
  },
  broadcast: {
    label: "Notification to citizens",
    noun: "a notification",
    address: RECORD_URLS.broadcast,
    opens: appConfig.broadcast,
    list: { plural: "notifications to citizens", call: appConfig.broadcasts, path: "app-config/notifications" },
  },
  dispute: { label: "Dispute", address: RECORD_URLS.dispute, opens: transaction.disputeSingle },
  dispute_evidence: { label: "Evidence of a dispute" },
  emergency_number: {
    label: "Emergency number",
    address: RECORD_URLS.emergency_number,
    opens: appConfig.emergencyNumbers,
  },
  event: {
    label: "Event",
    address: RECORD_URLS.event,
    opens: event.single,
    list: { plural: "events", call: event.list, path: "event-management/events" },
  },
  event_category: {
    label: "Event category",
    address: RECORD_URLS.event_category,
    opens: event.categories,
  },
  event_order: { label: "Order of tickets", address: RECORD_URLS.event_order, opens: event.tickets },
  export: { label: "Export" },
  faq_question: {
    label: "FAQ question",
    noun: FAQ_OR_LEGAL_NOUN,
    address: RECORD_URLS.faq_question,
    opens: appConfig.entry,
    list: { plural: "FAQ questions", call: appConfig.entries, path: "app-config/faq", with: { kind: "faq" } },
  },
  grant_application: {
    label: "Grant application",
    address: RECORD_URLS.grant_application,
    opens: grant.application,
    list: {
      plural: "grant applications",
      call: grant.applications,
      path: "grants/applications",
      values: ["email", "digits"],
      references: ["GRA"],
    },
  },
  grant_batch: {
    label: "Payout batch",
    address: RECORD_URLS.grant_batch,
    opens: grant.batch,
    list: { plural: "payout batches", call: grant.batches, path: "grants/payouts", references: ["PAY"] },
  },
  grant_programme: {
    label: "Grant programme",
    address: RECORD_URLS.grant_programme,
    opens: grant.programme,
    list: { plural: "grant programmes", call: grant.programmes, path: "grants/programmes" },
  },
  image: { label: "Picture" },
  ireport: {
    label: "Report",
    address: RECORD_URLS.ireport,
    opens: ireport.single,
    list: {
      plural: "reports",
      call: ireport.list,
      path: "ireports/all",
      values: ["email", "digits"],
      references: ["IR"],
    },
  },
  ireport_category: {
    label: "Report category",
    address: RECORD_URLS.ireport_category,
    opens: ireport.categories,
  },
  ireport_department: {
    label: "Department",
    address: RECORD_URLS.ireport_department,
    opens: ireport.departments,
  },
  ireport_template: {
    label: "Response template",
    address: RECORD_URLS.ireport_template,
    opens: ireport.templates,
  },
  kyc: {
    label: "Identity request",
    address: RECORD_URLS.kyc,
    opens: kyc.single,
    list: {
      plural: "identity requests",
      call: kyc.list,
      path: "kyc-management",
      values: ["email", "digits"],
      references: ["KYC"],
    },
  },
  "kyc-upload": { label: "Uploaded document" },
  language: { label: "Language", address: RECORD_URLS.language, opens: appConfig.languages },
  language_key: { label: "Text of the app", address: RECORD_URLS.language_key, opens: appConfig.languages },
  ledger_entry: {
    label: "Ledger entry",
    address: RECORD_URLS.ledger_entry,
    opens: systemWallet.entry,
    // Without `path`, because no page lists the entries of all accounts.
    list: { plural: "ledger entries", call: systemWallet.entries },
  },
  opening_balance_file: {
    label: "File of opening balances",
    noun: "a file of opening balances",
    address: RECORD_URLS.opening_balance_file,
    opens: systemWallet.openingBalances,
  },
  payment_method: {
    label: "Payment method",
    address: RECORD_URLS.payment_method,
    opens: transaction.method,
  },
  privacy_policy: {
    label: "Privacy policy",
    noun: FAQ_OR_LEGAL_NOUN,
    address: RECORD_URLS.privacy_policy,
    opens: appConfig.entry,
  },
  promotion: {
    label: "Promotion",
    address: RECORD_URLS.promotion,
    opens: promotion.single,
    list: { plural: "promotions", call: promotion.list, path: "promotions/all", values: ["digits"] },
  },
  provider_event: { label: "Provider's report" },
  reconciliation_item: {
    label: "Reconciliation item",
    address: RECORD_URLS.reconciliation_item,
    opens: reconciliation.item,
  },
  reconciliation_day: {
    label: "Day of reconciliation",
    noun: "a day",
    address: RECORD_URLS.reconciliation_day,
    opens: reconciliation.day,
  },
  retention: { label: "Retention of data", address: RECORD_URLS.retention, opens: user.retention },
  revenue_head: {
    label: "Revenue head",
    address: RECORD_URLS.revenue_head,
    opens: revenueHeads.single,
  },
  role: {
    label: "Role",
    address: RECORD_URLS.role,
    opens: rp.role,
    list: { plural: "roles", call: rp.roles, path: "roles-and-permissions/admin-users/roles" },
  },
  saved_view: { label: "Saved view" },
  session: { label: "Session" },
  slide: {
    label: "Slide",
    noun: CONTENT_NOUN,
    address: RECORD_URLS.slide,
    opens: content.entry,
    list: { plural: "slides", call: content.entries, path: "content-management/slider", with: { kind: "slides" } },
  },
  terms: { label: "Terms", noun: FAQ_OR_LEGAL_NOUN, address: RECORD_URLS.terms, opens: appConfig.entry },
  ticket: {
    label: "Ticket",
    address: RECORD_URLS.ticket,
    opens: event.ticket,
    list: {
      plural: "tickets",
      call: event.tickets,
      path: "event-management/events/tickets",
      values: ["email", "digits"],
      references: ["TKT", "ORD"],
    },
  },
  ticket_type: { label: "Ticket type" },
  tier_limits: {
    label: "Limits of a tier",
    noun: "limits of a tier",
    address: RECORD_URLS.tier_limits,
    opens: systemWallet.limits,
  },
  transaction: {
    label: "Transaction",
    address: RECORD_URLS.transaction,
    opens: transaction.single,
    list: {
      plural: "transactions",
      call: transaction.list,
      path: "transactions/all",
      values: ["email", "digits"],
      references: ["TRX", "RFD"],
    },
  },
  upload: { label: "Uploaded file" },
  user: {
    label: "User",
    address: RECORD_URLS.user,
    opens: user.single,
    list: { plural: "users", call: user.list, path: "user-management/users", values: ["email", "digits"] },
  },
  user_import: { label: "Import of users" },
  user_group: { label: "User group", address: RECORD_URLS.user_group, opens: user.group },
  wallet_movement: {
    label: "Manual transfer",
    address: RECORD_URLS.wallet_movement,
    opens: systemWallet.movement,
    list: {
      plural: "manual transfers",
      call: systemWallet.movements,
      path: "wallets",
      values: ["digits"],
      references: ["WAL"],
    },
  },
  webhook_endpoint: {
    label: "Webhook endpoint",
    address: RECORD_URLS.webhook_endpoint,
    opens: appConfig.webhookEndpoints,
  },
  system_account: { label: "System account", address: RECORD_URLS.system_account, opens: systemWallet.statement },
} as const satisfies Record<string, RecordKind>;

/** Name of a kind of records in the audit trail. */
export type RecordType = keyof typeof KIND_LIST;

/** Kinds of records that the record search finds. */
export type SearchedRecordType = {
  [T in RecordType]: (typeof KIND_LIST)[T] extends { list: unknown } ? T : never;
}[RecordType];

/** All kinds of records in the audit trail, by their name there. */
export const RECORD_KINDS: Record<RecordType, RecordKind> = KIND_LIST;

/** Returns true for a name of a kind of records. */
export const isRecordType = (name: string): name is RecordType => Object.hasOwn(KIND_LIST, name);

/** Returns the URL of a kind's list that is searched for these words; undefined if no page lists the kind. */
export const searchedListUrl = ({ path }: SearchableRecordList, words: string): string | undefined =>
  path && `/dashboard/${path}?q=${encodeURIComponent(words)}`;
