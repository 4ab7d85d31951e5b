import { allRowsUrl } from "@/lib/contract/list.values";
import type { TestApp } from "./app";

/** Paths of API calls that return lists, by path of the page that shows the list. */
const LIST_CALLS: Record<string, string> = {
  "/dashboard/approvals": "/approvals",
  "/dashboard/kyc-management": "/kyc",
  "/dashboard/user-management/users": "/user-management/users",
  "/dashboard/transactions/all": "/transactions",
  "/dashboard/transactions/disputes": "/transactions/disputes",
  "/dashboard/wallets": "/wallets/movements",
  "/dashboard/wallets/reconciliation/days": "/wallets/reconciliation/days",
  "/dashboard/ireports/all": "/ireports",
  "/dashboard/event-management/events": "/events",
  "/dashboard/event-management/events/tickets": "/events/tickets",
  "/dashboard/content-management/announcements": "/content/entries/announcements",
  "/dashboard/content-management/slider": "/content/entries/slides",
  "/dashboard/content-management/culture": "/content/entries/culture",
  "/dashboard/promotions/all": "/promotions",
  "/dashboard/grants/applications": "/grants/applications",
  "/dashboard/grants/payouts": "/grants/batches",
  "/dashboard/grants/programmes": "/grants/programmes",
  "/dashboard/system-logs/audit-trails": "/system-logs/audit-trails",
  "/dashboard/roles-and-permissions/admin-users": "/users/all/admins",
  "/dashboard/app-config/faq": "/app-config/entries/faq",
  "/dashboard/app-config/notifications": "/app-config/broadcasts",
};

/** Returns the total of the list that a link of Home opens, read with the admin's own rights; null for pages without a list. */
export async function listTotalOfLink(app: TestApp, token: string, url: string): Promise<number | null> {
  const [path = "", query = ""] = url.split("?");
  const call = LIST_CALLS[path];
  if (!call) return null;
  if (!query) throw new Error(`${url} opens with the filters used last. Use allRowsUrl.`);
  const filters = url === allRowsUrl(path) ? "" : `?${query}`;
  const { status, json } = await app.call("GET", call + filters, { token });
  if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(json)}`);
  return json.data.total;
}
