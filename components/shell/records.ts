import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { broadcastQuery } from "@/lib/queries/broadcasts";
import { entryQuery } from "@/lib/queries/entries";
import { eventQuery } from "@/lib/queries/event";
import { gateQuery } from "@/lib/queries/event-gate";
import { ticketQuery } from "@/lib/queries/event-tickets";
import { programmeQuery } from "@/lib/queries/grant";
import { applicationQuery } from "@/lib/queries/grant-applications";
import { batchQuery } from "@/lib/queries/grant-payouts";
import { ireportSingleQuery } from "@/lib/queries/ireport";
import { kycSingleQuery } from "@/lib/queries/kyc";
import { promotionQuery } from "@/lib/queries/promotion";
import { userActivityQuery } from "@/lib/queries/system-logs";
import { methodQuery, transactionQuery } from "@/lib/queries/transaction";
import { userQuery } from "@/lib/queries/user";
import { type AnyQuery, isRecordMissing } from "./prefetch-queries";

type Check = (id: string) => Promise<boolean>;

const unread =
  (query: (id: string) => AnyQuery): Check =>
  (id) =>
    isRecordMissing(query(id));

const noAccount: Check = async (segment) =>
  !SYSTEM_ACCOUNTS.some((account) => account.replaceAll("_", "-") === segment);

/** Pages of a single record, keyed by their folder in app/(dashboard). Each uses the page's own query. */
export const RECORD_PAGES: Record<string, Check> = {
  "/dashboard/kyc-management/[kycId]": unread(kycSingleQuery),
  "/dashboard/user-management/users/[userId]": unread(userQuery),
  "/dashboard/transactions/all/[transactionId]": unread(transactionQuery),
  "/dashboard/transactions/payment-methods/[methodId]": unread(methodQuery),
  "/dashboard/wallets/[account]": noAccount,
  "/dashboard/wallets/[account]/closing-balances": noAccount,
  "/dashboard/ireports/all/[ireportId]": unread(ireportSingleQuery),
  "/dashboard/event-management/events/[eventId]": unread(eventQuery),
  "/dashboard/event-management/events/[eventId]/check-in": unread(gateQuery),
  "/dashboard/event-management/events/tickets/[ticketId]": unread(ticketQuery),
  "/dashboard/content-management/announcements/[entryId]": unread((id) => entryQuery("announcements", id)),
  "/dashboard/content-management/slider/[entryId]": unread((id) => entryQuery("slides", id)),
  "/dashboard/content-management/culture/[entryId]": unread((id) => entryQuery("culture", id)),
  "/dashboard/promotions/all/[promotionId]": unread(promotionQuery),
  "/dashboard/grants/programmes/[programmeId]": unread(programmeQuery),
  "/dashboard/grants/applications/[applicationId]": unread(applicationQuery),
  "/dashboard/grants/payouts/[batchId]": unread(batchQuery),
  "/dashboard/system-logs/user-activities/[userId]": unread(userActivityQuery),
  "/dashboard/app-config/faq/[entryId]": unread((id) => entryQuery("faq", id)),
  "/dashboard/app-config/notifications/[broadcastId]": unread(broadcastQuery),
};

/** Path segments that are static pages beside record pages, never ids. */
export const PAGES: readonly string[] = ["abuse", "all", "archive", "categories", "new", "tickets"];

/** Returns true if the path is the page of a record that does not exist; false for any other page. */
export async function isMissingRecord(path: string): Promise<boolean> {
  const asked = path.split("/");
  for (const [page, isMissing] of Object.entries(RECORD_PAGES)) {
    const parts = page.split("/");
    const at = parts.findIndex((part) => part.startsWith("["));
    const id = asked[at];
    const isMeant = parts.every((part, index) => index === at || part === asked[index]);
    if (id && isMeant && parts.length === asked.length && !PAGES.includes(id)) return isMissing(id);
  }
  return false;
}
