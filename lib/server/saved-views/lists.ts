import "server-only";
import { type AccessPolicy, accessPolicy, type Feature, satisfiesPolicy } from "@/lib/contract/access";
import { BROADCAST_LIST, FAILED_FAQ_SEARCH_LIST, LEGAL_ACCEPTANCE_LIST } from "@/lib/contract/app-config.values";
import { APPROVAL_LIST } from "@/lib/contract/approvals.values";
import { listInput } from "@/lib/contract/common";
import { ANNOUNCEMENT_LIST, ARTICLE_LIST, FAQ_QUESTION_LIST, SLIDE_LIST } from "@/lib/contract/content-entries.values";
import { DISPUTE_LIST } from "@/lib/contract/dispute.values";
import { CANCELLATION_STEP_LIST, EVENT_LIST, TICKET_LIST, USER_TICKET_LIST } from "@/lib/contract/event.values";
import {
  APPLICATION_LIST,
  BATCH_LIST,
  BATCH_ROW_LIST,
  PROGRAMME_LIST,
  USER_APPLICATION_LIST,
} from "@/lib/contract/grant.values";
import { IREPORT_LIST, USER_IREPORT_LIST } from "@/lib/contract/ireport.values";
import { KYC_LIST } from "@/lib/contract/kyc.values";
import { ACCOUNT_STATEMENT_LIST, USER_STATEMENT_LIST } from "@/lib/contract/ledger.values";
import type { ListDeclaration } from "@/lib/contract/list.values";
import {
  PROMOTION_ABUSE_LIST,
  PROMOTION_ARCHIVE_LIST,
  PROMOTION_CODE_LIST,
  PROMOTION_LIST,
  PROMOTION_REDEMPTION_LIST,
} from "@/lib/contract/promotion.values";
import { BANK_STATEMENT_LIST, RECONCILIATION_ITEM_LIST } from "@/lib/contract/reconciliation.values";
import { REVENUE_HEAD_LIST } from "@/lib/contract/revenue-heads.values";
import { routes } from "@/lib/contract/routes";
import { ADMIN_LIST, ROLE_LIST } from "@/lib/contract/rp.values";
import type { ListName } from "@/lib/contract/saved-views.values";
import {
  AUDIT_TRAIL_LIST,
  USER_ACTIVITY_ALL_LIST,
  USER_ACTIVITY_LIST,
  USER_ACTIVITY_PAGE_LIST,
} from "@/lib/contract/system-logs.values";
import { MOVEMENT_LIST } from "@/lib/contract/system-wallet.values";
import { TRANSACTION_LIST, USER_TRANSACTION_LIST } from "@/lib/contract/transaction.values";
import { USER_GROUP_LIST, USER_LIST } from "@/lib/contract/user.values";
import { WEBHOOK_DELIVERY_LIST } from "@/lib/contract/webhooks.values";
import type { SignedInAdmin } from "@/lib/server/api/context";

/** A list that has saved views: its declaration, and the policy of the call that reads it. */
type ViewedList = { list: ListDeclaration; policy: AccessPolicy };

const { appConfig, approvals, content, event, grant, ireport, kyc, promotion, rp, systemLogs, systemWallet } = routes;
const { revenueHeads, reconciliation, transaction, user } = routes;
const viewedList = (list: ListDeclaration, { policy }: { policy: AccessPolicy }): ViewedList => ({ list, policy });

/** Lists that have saved views, by name. */
export const LISTS_WITH_VIEWS: Record<ListName, ViewedList> = {
  acceptances: viewedList(LEGAL_ACCEPTANCE_LIST, appConfig.acceptances),
  admins: viewedList(ADMIN_LIST, rp.admins),
  announcements: viewedList(ANNOUNCEMENT_LIST, content.entries),
  approvals: viewedList(APPROVAL_LIST, approvals.list),
  "audit-trails": viewedList(AUDIT_TRAIL_LIST, systemLogs.auditTrails),
  "bank-statements": viewedList(BANK_STATEMENT_LIST, reconciliation.statements),
  broadcasts: viewedList(BROADCAST_LIST, appConfig.broadcasts),
  culture: viewedList(ARTICLE_LIST, content.entries),
  disputes: viewedList(DISPUTE_LIST, transaction.disputes),
  "event-cancellation": viewedList(CANCELLATION_STEP_LIST, event.cancellationSteps),
  events: viewedList(EVENT_LIST, event.list),
  faq: viewedList(FAQ_QUESTION_LIST, appConfig.entries),
  "faq-misses": viewedList(FAILED_FAQ_SEARCH_LIST, appConfig.faqMisses),
  "grant-applications": viewedList(APPLICATION_LIST, grant.applications),
  "grant-payout-rows": viewedList(BATCH_ROW_LIST, grant.batchRows),
  "grant-payouts": viewedList(BATCH_LIST, grant.batches),
  "grant-programmes": viewedList(PROGRAMME_LIST, grant.programmes),
  ireports: viewedList(IREPORT_LIST, ireport.list),
  kyc: viewedList(KYC_LIST, kyc.list),
  "promotion-abuse": viewedList(PROMOTION_ABUSE_LIST, promotion.abuse),
  "promotion-codes": viewedList(PROMOTION_CODE_LIST, promotion.codes),
  "promotion-redemptions": viewedList(PROMOTION_REDEMPTION_LIST, promotion.redemptions),
  promotions: viewedList(PROMOTION_LIST, promotion.list),
  "promotions-archive": viewedList(PROMOTION_ARCHIVE_LIST, promotion.list),
  "reconciliation-items": viewedList(RECONCILIATION_ITEM_LIST, reconciliation.items),
  "revenue-heads": viewedList(REVENUE_HEAD_LIST, revenueHeads.list),
  roles: viewedList(ROLE_LIST, rp.roles),
  slides: viewedList(SLIDE_LIST, content.entries),
  tickets: viewedList(TICKET_LIST, event.tickets),
  transactions: viewedList(TRANSACTION_LIST, transaction.list),
  "user-activities": viewedList(USER_ACTIVITY_LIST, systemLogs.userActivities),
  "user-activities-all": viewedList(USER_ACTIVITY_ALL_LIST, systemLogs.userActivityAll),
  "user-activity": viewedList(USER_ACTIVITY_PAGE_LIST, systemLogs.userActivityAll),
  "user-grants": viewedList(USER_APPLICATION_LIST, grant.applications),
  "user-groups": viewedList(USER_GROUP_LIST, user.groups),
  "user-ireports": viewedList(USER_IREPORT_LIST, ireport.list),
  "user-statement": viewedList(USER_STATEMENT_LIST, user.statement),
  "user-tickets": viewedList(USER_TICKET_LIST, event.tickets),
  "user-transactions": viewedList(USER_TRANSACTION_LIST, transaction.list),
  users: viewedList(USER_LIST, user.list),
  "wallet-movements": viewedList(MOVEMENT_LIST, systemWallet.movements),
  "wallet-statement": viewedList(ACCOUNT_STATEMENT_LIST, systemWallet.statement),
  "webhook-deliveries": viewedList(WEBHOOK_DELIVERY_LIST, appConfig.webhookDeliveries),
};

type Rights = Pick<SignedInAdmin, "rights">;

/** Returns true if the admin may open the list. */
export const mayReadList = (name: ListName, { rights }: Rights) =>
  satisfiesPolicy(rights, LISTS_WITH_VIEWS[name].policy);

/**
 * Returns the feature of a list; null for the list of approvals, which every admin may open and in which each admin sees different rows.
 */
export function featureOfList(name: ListName): Feature | null {
  const { policy } = LISTS_WITH_VIEWS[name];
  return typeof policy === "object" ? policy.feature : null;
}

/** Returns true if the admin may share views of the list with others. */
export function mayShareViews(name: ListName, { rights }: Rights): boolean {
  const feature = featureOfList(name);
  return feature !== null && satisfiesPolicy(rights, accessPolicy(feature, "update")) && mayReadList(name, { rights });
}

/**
 * Splits a query string into the parameters that the list accepts and the names of the others. A stored view may contain values
 * that a later version of the list no longer has.
 */
export function parseListSearch(name: ListName, search: string): { input: Record<string, string>; invalid: string[] } {
  const schema = listInput(LISTS_WITH_VIEWS[name].list);
  const entries = [...new URLSearchParams(search)].filter(([key]) => key !== "page" && key !== "until");
  const isValid = ([key, value]: [string, string]) => schema.safeParse({ [key]: value }).success;
  return {
    input: Object.fromEntries(entries.filter(isValid)),
    invalid: entries.filter((entry) => !isValid(entry)).map(([key]) => key),
  };
}

/** Returns the query string without the page and invalid parameters. */
export const withoutInvalidParameters = (name: ListName, search: string) =>
  new URLSearchParams(parseListSearch(name, search).input).toString().replaceAll("%2C", ",");
