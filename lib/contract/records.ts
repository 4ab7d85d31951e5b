/** Reference to a record, as stored in the audit trail, approvals and notices. */
export type RecordRef = { id: string; name: string };

/** Build URLs of a record: its own page, a list with the record's drawer open, a fixed page, a list searched for its name. */
const recordPageUrl = (path: string) => (record: RecordRef) => `/dashboard/${path}/${record.id}`;
const drawerUrl = (path: string, key: string) => (record: RecordRef) =>
  `/dashboard/${path}${path.includes("?") ? "&" : "?"}${key}=${record.id}`;
const fixedPageUrl = (path: string) => () => `/dashboard/${path}`;
const findUrl = (path: string) => (record: RecordRef) => `/dashboard/${path}?q=${encodeURIComponent(record.name)}`;

/** URLs of the kinds of records that have a page. Separate from record-kinds.ts, because most pages need only the URLs. */
export const RECORD_URLS = {
  admin: drawerUrl("roles-and-permissions/admin-users", "admin"),
  announcement: recordPageUrl("content-management/announcements"),
  article: recordPageUrl("content-management/culture"),
  app_key: drawerUrl("app-config/notifications?view=app-keys", "key"),
  approval: findUrl("approvals"),
  bank_account: fixedPageUrl("wallets/reconciliation/accounts"),
  bank_statement: drawerUrl("wallets/reconciliation/accounts", "statement"),
  broadcast: recordPageUrl("app-config/notifications"),
  dispute: recordPageUrl("transactions/disputes"),
  emergency_number: fixedPageUrl("app-config/emergency-numbers"),
  event: recordPageUrl("event-management/events"),
  event_category: drawerUrl("event-management/events/categories", "category"),
  event_order: findUrl("event-management/events/tickets"),
  faq_question: recordPageUrl("app-config/faq"),
  grant_application: recordPageUrl("grants/applications"),
  grant_batch: recordPageUrl("grants/payouts"),
  grant_programme: recordPageUrl("grants/programmes"),
  ireport: recordPageUrl("ireports/all"),
  ireport_category: drawerUrl("ireports/categories", "category"),
  ireport_department: drawerUrl("ireports/categories?view=departments", "department"),
  ireport_template: drawerUrl("ireports/categories?view=templates", "template"),
  kyc: recordPageUrl("kyc-management"),
  language: fixedPageUrl("app-config/language"),
  language_key: findUrl("app-config/language"),
  ledger_entry: drawerUrl("wallets/settlement-float", "entry"),
  opening_balance_file: fixedPageUrl("wallets?balances=open"),
  payment_method: recordPageUrl("transactions/payment-methods"),
  privacy_policy: fixedPageUrl("app-config/privacy"),
  promotion: recordPageUrl("promotions/all"),
  reconciliation_item: drawerUrl("wallets/reconciliation", "item"),
  reconciliation_day: recordPageUrl("wallets/reconciliation/days"),
  retention: fixedPageUrl("user-management?retention=open"),
  revenue_head: drawerUrl("wallets/reconciliation/revenue-heads", "head"),
  role: drawerUrl("roles-and-permissions/admin-users/roles", "role"),
  slide: recordPageUrl("content-management/slider"),
  terms: fixedPageUrl("app-config/terms"),
  ticket: recordPageUrl("event-management/events/tickets"),
  tier_limits: fixedPageUrl("wallets?limits=open"),
  transaction: recordPageUrl("transactions/all"),
  user: recordPageUrl("user-management/users"),
  user_group: drawerUrl("user-management/user-groups", "group"),
  wallet_movement: drawerUrl("wallets", "movement"),
  webhook_endpoint: drawerUrl("app-config/notifications?view=webhooks", "webhook"),
  system_account: recordPageUrl("wallets"),
} as const satisfies Record<string, (record: RecordRef) => string>;

/** Returns the URL of a record's page by the record's type and id. */
export const recordUrl = (type: keyof typeof RECORD_URLS, id: string): string => RECORD_URLS[type]({ id, name: "" });
