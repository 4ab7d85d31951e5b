import "server-only";
import type { AnyProcedure } from "@orpc/server";
import type { ListName } from "@/lib/contract/saved-views.values";
import { appConfig } from "@/lib/server/app-config";
import { approvalHandlers } from "@/lib/server/approvals";
import { content } from "@/lib/server/content";
import { event } from "@/lib/server/event";
import { grant } from "@/lib/server/grant";
import { ireport } from "@/lib/server/ireport";
import { kyc } from "@/lib/server/kyc";
import { promotion } from "@/lib/server/promotion";
import { reconciliationHandlers } from "@/lib/server/reconciliation";
import { revenueHeadHandlers } from "@/lib/server/revenue-heads";
import { rp } from "@/lib/server/rp";
import { systemLogs } from "@/lib/server/system-logs";
import { systemWalletHandlers } from "@/lib/server/system-wallet";
import { transactionHandlers } from "@/lib/server/transaction";
import { user } from "@/lib/server/user";

/** The implemented call of each list with saved views. Counting runs these calls, so that counts follow the rules of the list. */
export const LIST_CALLS: Record<ListName, AnyProcedure> = {
  acceptances: appConfig.acceptances,
  admins: rp.admins,
  announcements: content.entries,
  approvals: approvalHandlers.list,
  "audit-trails": systemLogs.auditTrails,
  "bank-statements": reconciliationHandlers.statements,
  broadcasts: appConfig.broadcasts,
  culture: content.entries,
  disputes: transactionHandlers.disputes,
  "event-cancellation": event.cancellationSteps,
  events: event.list,
  faq: appConfig.entries,
  "faq-misses": appConfig.faqMisses,
  "grant-applications": grant.applications,
  "grant-payout-rows": grant.batchRows,
  "grant-payouts": grant.batches,
  "grant-programmes": grant.programmes,
  ireports: ireport.list,
  kyc: kyc.list,
  "promotion-abuse": promotion.abuse,
  "promotion-codes": promotion.codes,
  "promotion-redemptions": promotion.redemptions,
  promotions: promotion.list,
  "promotions-archive": promotion.list,
  "reconciliation-items": reconciliationHandlers.items,
  "revenue-heads": revenueHeadHandlers.list,
  roles: rp.roles,
  slides: content.entries,
  tickets: event.tickets,
  transactions: transactionHandlers.list,
  "user-activities": systemLogs.userActivities,
  "user-activities-all": systemLogs.userActivityAll,
  "user-activity": systemLogs.userActivityAll,
  "user-grants": grant.applications,
  "user-groups": user.groups,
  "user-ireports": ireport.list,
  "user-statement": user.statement,
  "user-tickets": event.tickets,
  "user-transactions": transactionHandlers.list,
  users: user.list,
  "wallet-movements": systemWalletHandlers.movements,
  "wallet-statement": systemWalletHandlers.statement,
  "webhook-deliveries": appConfig.webhookDeliveries,
};
