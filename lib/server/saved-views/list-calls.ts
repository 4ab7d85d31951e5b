import "server-only";
import type { AnyProcedure } from "@orpc/server";
import type { ListName } from "@/lib/contract/saved-views.values";
import { appConfigHandlers } from "@/lib/server/app-config";
import { approvalsHandlers } from "@/lib/server/approvals";
import { contentHandlers } from "@/lib/server/content";
import { eventHandlers } from "@/lib/server/event";
import { grantHandlers } from "@/lib/server/grant";
import { ireportHandlers } from "@/lib/server/ireport";
import { kycHandlers } from "@/lib/server/kyc";
import { promotionHandlers } from "@/lib/server/promotion";
import { reconciliationHandlers } from "@/lib/server/reconciliation";
import { revenueHeadsHandlers } from "@/lib/server/revenue-heads";
import { rpHandlers } from "@/lib/server/rp";
import { systemLogsHandlers } from "@/lib/server/system-logs";
import { systemWalletHandlers } from "@/lib/server/system-wallet";
import { transactionHandlers } from "@/lib/server/transaction";
import { userHandlers } from "@/lib/server/user";

/** The implemented call of each list with saved views. Counting runs these calls, so that counts follow the rules of the list. */
export const LIST_CALLS: Record<ListName, AnyProcedure> = {
  acceptances: appConfigHandlers.acceptances,
  admins: rpHandlers.admins,
  announcements: contentHandlers.entries,
  approvals: approvalsHandlers.list,
  "audit-trails": systemLogsHandlers.auditTrails,
  "bank-statements": reconciliationHandlers.statements,
  broadcasts: appConfigHandlers.broadcasts,
  culture: contentHandlers.entries,
  disputes: transactionHandlers.disputes,
  "event-cancellation": eventHandlers.cancellationSteps,
  events: eventHandlers.list,
  faq: appConfigHandlers.entries,
  "faq-misses": appConfigHandlers.faqMisses,
  "grant-applications": grantHandlers.applications,
  "grant-payout-rows": grantHandlers.batchRows,
  "grant-payouts": grantHandlers.batches,
  "grant-programmes": grantHandlers.programmes,
  ireports: ireportHandlers.list,
  kyc: kycHandlers.list,
  "promotion-abuse": promotionHandlers.abuse,
  "promotion-codes": promotionHandlers.codes,
  "promotion-redemptions": promotionHandlers.redemptions,
  promotions: promotionHandlers.list,
  "promotions-archive": promotionHandlers.list,
  "reconciliation-items": reconciliationHandlers.items,
  "revenue-heads": revenueHeadsHandlers.list,
  roles: rpHandlers.roles,
  slides: contentHandlers.entries,
  tickets: eventHandlers.tickets,
  transactions: transactionHandlers.list,
  "user-activities": systemLogsHandlers.userActivities,
  "user-activities-all": systemLogsHandlers.userActivityAll,
  "user-activity": systemLogsHandlers.userActivityAll,
  "user-grants": grantHandlers.applications,
  "user-groups": userHandlers.groups,
  "user-ireports": ireportHandlers.list,
  "user-statement": userHandlers.statement,
  "user-tickets": eventHandlers.tickets,
  "user-transactions": transactionHandlers.list,
  users: userHandlers.list,
  "wallet-movements": systemWalletHandlers.movements,
  "wallet-statement": systemWalletHandlers.statement,
  "webhook-deliveries": appConfigHandlers.webhookDeliveries,
};
