import type { Route } from "./route";
import { routes } from "./routes";

/** Reference to a record, as stored in the audit trail, approvals and notices. */
type RecordRef = { id: string; name: string };

type RecordKind = {
  label: string;
  /** Noun in past-tense texts ("Approved a request"), if it differs from the label with "a" or "an". */
  noun?: string;
  /** Returns the URL of the record's page. Left out for kinds without a page. */
  address?: (record: RecordRef) => string;
  /** The call that reads the record. Admins who may make this call may open the page. */
  opens?: Route;
};

const page = (path: string) => (record: RecordRef) => `/dashboard/${path}/${record.id}`;
const drawer = (path: string, key: string) => (record: RecordRef) =>
  `/dashboard/${path}${path.includes("?") ? "&" : "?"}${key}=${record.id}`;
const pageUrl = (path: string) => () => `/dashboard/${path}`;
const search = (path: string) => (record: RecordRef) => `/dashboard/${path}?q=${encodeURIComponent(record.name)}`;

const { appConfig, content, event, grant, ireport, kyc, promotion, rp, systemWallet, transaction, user } = routes;

/** Nouns that the calls of every kind of entry share. */
export const CONTENT_NOUN = "content";
export const FAQ_OR_LEGAL = "an FAQ question or legal text";

/**
 * All kinds of records in the audit trail, by their stored name. Used by histories, links in the trail, the approvals
 * inbox, notices and pushes. Writing an audit row with a kind missing here is a type error.
 */
const KIND_LIST = {
  admin: { label: "Admin", address: drawer("roles-and-permissions/admin-users", "admin"), opens: rp.admin },
  announcement: {
    label: "Announcement",
    noun: CONTENT_NOUN,
    address: page("content-management/announcements"),
    opens: content.entry,
  },
  approval: { label: "Approval" },
  article: { label: "Article", noun: CONTENT_NOUN, address: page("content-management/culture"), opens: content.entry },
  audit_trail: { label: "Audit row" },
  broadcast: {
    label: "Notification to citizens",
    noun: "a notification",
    address: page("app-config/notifications"),
    opens: appConfig.broadcast,
  },
  emergency_number: {
    label: "Emergency number",
    address: pageUrl("app-config/emergency-numbers"),
    opens: appConfig.emergencyNumbers,
  },
  event: { label: "Event", address: page("event-management/events"), opens: event.single },
  event_category: {
    label: "Event category",
    address: drawer("event-management/events/categories", "category"),
    opens: event.categories,
  },
  event_order: { label: "Order of tickets", address: search("event-management/events/tickets"), opens: event.tickets },
  export: { label: "Export" },
  faq_question: { label: "FAQ question", noun: FAQ_OR_LEGAL, address: page("app-config/faq"), opens: appConfig.entry },
  grant_application: { label: "Grant application", address: page("grants/applications"), opens: grant.application },
  grant_batch: { label: "Payout batch", address: page("grants/payouts"), opens: grant.batch },
  grant_programme: { label: "Grant programme", address: page("grants/programmes"), opens: grant.programme },
  image: { label: "Picture" },
  ireport: { label: "Report", address: page("ireports/all"), opens: ireport.single },
  ireport_category: {
    label: "Report category",
    address: drawer("ireports/categories", "category"),
    opens: ireport.categories,
  },
  ireport_department: {
    label: "Department",
    address: drawer("ireports/categories?view=departments", "department"),
    opens: ireport.departments,
  },
  ireport_template: {
    label: "Response template",
    address: drawer("ireports/categories?view=templates", "template"),
    opens: ireport.templates,
  },
  kyc: { label: "Identity request", address: page("kyc-management"), opens: kyc.single },
  "kyc-upload": { label: "Uploaded document" },
  language: { label: "Language", address: pageUrl("app-config/language"), opens: appConfig.languages },
  language_key: { label: "Text of the app", address: search("app-config/language"), opens: appConfig.languages },
  ledger_entry: { label: "Ledger entry" },
  opening_balance_file: {
    label: "File of opening balances",
    noun: "a file of opening balances",
    address: pageUrl("wallets?balances=open"),
    opens: systemWallet.openingBalances,
  },
  payment_method: {
    label: "Payment method",
    address: page("transactions/payment-methods"),
    opens: transaction.method,
  },
  privacy_policy: {
    label: "Privacy policy",
    noun: FAQ_OR_LEGAL,
    address: pageUrl("app-config/privacy"),
    opens: appConfig.entry,
  },
  promotion: { label: "Promotion", address: page("promotions/all"), opens: promotion.single },
  provider_event: { label: "Provider's report" },
  role: { label: "Role", address: drawer("roles-and-permissions/admin-users/roles", "role"), opens: rp.role },
  session: { label: "Session" },
  slide: { label: "Slide", noun: CONTENT_NOUN, address: page("content-management/slider"), opens: content.entry },
  terms: { label: "Terms", noun: FAQ_OR_LEGAL, address: pageUrl("app-config/terms"), opens: appConfig.entry },
  ticket: { label: "Ticket", address: page("event-management/events/tickets"), opens: event.ticket },
  ticket_type: { label: "Ticket type" },
  tier_limits: {
    label: "Limits of a tier",
    noun: "limits of a tier",
    address: pageUrl("wallets?limits=open"),
    opens: systemWallet.limits,
  },
  transaction: { label: "Transaction", address: page("transactions/all"), opens: transaction.single },
  upload: { label: "Uploaded file" },
  user: { label: "User", address: page("user-management/users"), opens: user.single },
  user_import: { label: "Import of users" },
  user_group: { label: "User group", address: drawer("user-management/user-groups", "group"), opens: user.group },
  wallet_movement: { label: "Manual transfer", address: drawer("wallets", "movement"), opens: systemWallet.movement },
} as const satisfies Record<string, RecordKind>;

export type RecordType = keyof typeof KIND_LIST;
/** Kinds with a page. */
type LinkedType = { [T in RecordType]: (typeof KIND_LIST)[T] extends { address: unknown } ? T : never }[RecordType];

export const RECORD_KINDS: Record<RecordType, RecordKind> = KIND_LIST;

export const isRecordType = (name: string): name is RecordType => Object.hasOwn(KIND_LIST, name);

export const recordUrl = (type: LinkedType, id: string): string => KIND_LIST[type].address({ id, name: "" });
