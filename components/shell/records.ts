import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { broadcastQuery } from "@/lib/queries/broadcasts";
import { contentEntryQuery } from "@/lib/queries/content-entries";
import { disputeQuery } from "@/lib/queries/dispute";
import { eventQuery } from "@/lib/queries/event";
import { eventGateQuery } from "@/lib/queries/event-gate";
import { ticketQuery } from "@/lib/queries/event-tickets";
import { programmeQuery } from "@/lib/queries/grant";
import { applicationQuery } from "@/lib/queries/grant-applications";
import { payoutBatchQuery } from "@/lib/queries/grant-payouts";
import { ireportQuery } from "@/lib/queries/ireport";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { promotionQuery } from "@/lib/queries/promotion";
import { reconciliationDayQuery } from "@/lib/queries/reconciliation-days";
import { userActivitySummaryQuery } from "@/lib/queries/system-logs";
import { paymentMethodQuery, transactionQuery } from "@/lib/queries/transaction";
import { userQuery } from "@/lib/queries/user-single";
import { type AnyQuery, isRecordMissing } from "./prefetch-queries";

type MissingCheck = (id: string) => Promise<boolean>;

const isUnreadable =
  (query: (id: string) => AnyQuery): MissingCheck =>
  (id) =>
    isRecordMissing(query(id));

const isNoAccount: MissingCheck = async (segment) =>
  !SYSTEM_ACCOUNTS.some((account) => account.replaceAll("_", "-") === segment);

/** Checks whether a page's record is missing, by the page's folder in app/(dashboard). Each check uses the page's own query. */
export const MISSING_RECORD_CHECKS: Record<string, MissingCheck> = {
  "/dashboard/kyc-management/[kycId]": isUnreadable(kycRequestQuery),
  "/dashboard/user-management/users/[userId]": isUnreadable(userQuery),
  "/dashboard/transactions/all/[transactionId]": isUnreadable(transactionQuery),
  "/dashboard/transactions/disputes/[disputeId]": isUnreadable(disputeQuery),
  "/dashboard/transactions/payment-methods/[methodId]": isUnreadable(paymentMethodQuery),
  "/dashboard/wallets/[account]": isNoAccount,
  "/dashboard/wallets/[account]/closing-balances": isNoAccount,
  "/dashboard/wallets/reconciliation/days/[day]": isUnreadable(reconciliationDayQuery),
  "/dashboard/ireports/all/[ireportId]": isUnreadable(ireportQuery),
  "/dashboard/event-management/events/[eventId]": isUnreadable(eventQuery),
  "/dashboard/event-management/events/[eventId]/check-in": isUnreadable(eventGateQuery),
  "/dashboard/event-management/events/tickets/[ticketId]": isUnreadable(ticketQuery),
  "/dashboard/content-management/announcements/[entryId]": isUnreadable((id) => contentEntryQuery("announcements", id)),
  "/dashboard/content-management/slider/[entryId]": isUnreadable((id) => contentEntryQuery("slides", id)),
  "/dashboard/content-management/culture/[entryId]": isUnreadable((id) => contentEntryQuery("culture", id)),
  "/dashboard/promotions/all/[promotionId]": isUnreadable(promotionQuery),
  "/dashboard/grants/programmes/[programmeId]": isUnreadable(programmeQuery),
  "/dashboard/grants/applications/[applicationId]": isUnreadable(applicationQuery),
  "/dashboard/grants/payouts/[batchId]": isUnreadable(payoutBatchQuery),
  "/dashboard/system-logs/user-activities/[userId]": isUnreadable(userActivitySummaryQuery),
  "/dashboard/app-config/faq/[entryId]": isUnreadable((id) => contentEntryQuery("faq", id)),
  "/dashboard/app-config/notifications/[broadcastId]": isUnreadable(broadcastQuery),
};

/** Path segments that are static pages beside record pages, never ids. */
export const STATIC_PAGE_SEGMENTS: readonly string[] = [
  "abuse",
  "all",
  "archive",
  "categories",
  "new",
  "reconciliation",
  "tickets",
];

/** Returns true if the path is the page of a record that does not exist; false for any other page. */
export async function isMissingRecord(path: string): Promise<boolean> {
  const segments = path.split("/");
  for (const [page, isMissing] of Object.entries(MISSING_RECORD_CHECKS)) {
    const pageSegments = page.split("/");
    const idIndex = pageSegments.findIndex((pathPart) => pathPart.startsWith("["));
    const id = segments[idIndex];
    const isMatch = pageSegments.every((pathPart, index) => index === idIndex || pathPart === segments[index]);
    if (id && isMatch && pageSegments.length === segments.length && !STATIC_PAGE_SEGMENTS.includes(id))
      return isMissing(id);
  }
  return false;
}
