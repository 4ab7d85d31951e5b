import { permittedModules } from "@/lib/client/navigation";
import { type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { approvalsUrl } from "@/lib/contract/approval-links";
import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { titleCase } from "@/lib/format";
import type { MODULES, Module } from "@/lib/modules";

/** A page, tab or view that the command palette can open. `synonyms`: other words that find the page in a search. */
export type PalettePage = {
  label: string;
  url: string;
  icon: Module["icon"] | "approvals" | "account";
  synonyms?: string;
};
/**
 * `path` is relative to /dashboard. `synonyms`: other words that find the page in a search. `route`: if set, only admins who may call
 * this API route see the page.
 */
type ModulePart = { name: string; path: string; synonyms?: string; route?: Route };

/** Pages, tabs and views of a module besides its menu entries. A test fails if a page or tab of the dashboard is missing here. */
const MODULE_PARTS: Partial<Record<(typeof MODULES)[number]["slug"], readonly ModulePart[]>> = {
  kyc: [{ name: "New request", path: "/kyc-management/new", synonyms: "walk-in", route: routes.kyc.submit }],
  user: [
    { name: "User Accounts", path: "/user-management", synonyms: "overview" },
    { name: "All users", path: "/user-management/users" },
    { name: "User Groups", path: "/user-management/user-groups" },
  ],
  transaction: [
    { name: "Overview", path: "/transactions" },
    { name: "All transactions", path: "/transactions/all", synonyms: "payments" },
    { name: "Disputes", path: "/transactions/disputes", synonyms: "chargebacks, claims of banks" },
    { name: "Payment methods", path: "/transactions/payment-methods" },
  ],
  "system-wallet": [
    { name: "Report of taxes and levies", path: "/wallets/reconciliation/revenue-heads/report", synonyms: "revenue" },
    ...SYSTEM_ACCOUNTS.flatMap((account) => {
      const [name, path] = [titleCase(account), `/wallets/${account.replaceAll("_", "-")}`];
      return [
        { name, path, synonyms: "statement" },
        { name: `${name}, closing balances`, path: `${path}/closing-balances` },
      ];
    }),
    { name: "Reconciliation", path: "/wallets/reconciliation", synonyms: "exceptions, matching, bank, settlements" },
    {
      name: "Reconciliation, days",
      path: "/wallets/reconciliation/days",
      synonyms: "days of reconciliation, close a day",
    },
    {
      name: "Reconciliation, bank accounts",
      path: "/wallets/reconciliation/accounts",
      synonyms: "import bank statements",
    },
    {
      name: "Reconciliation, revenue heads",
      path: "/wallets/reconciliation/revenue-heads",
      synonyms: "ministry, IGR, taxes, levies",
    },
    { name: "Reconciliation, rules", path: "/wallets/reconciliation/rules", synonyms: "matching rules, limits" },
  ],
  ireport: [
    { name: "All reports", path: "/ireports/all" },
    { name: "Categories", path: "/ireports/categories", synonyms: "report categories" },
    { name: "Departments", path: "/ireports/categories?view=departments" },
    { name: "Response templates", path: "/ireports/categories?view=templates" },
  ],
  event: [
    { name: "All events", path: "/event-management/events" },
    { name: "Calendar", path: "/event-management/events?view=calendar" },
    { name: "Categories", path: "/event-management/events/categories", synonyms: "event categories" },
    { name: "Tickets", path: "/event-management/events/tickets" },
    { name: "New event", path: "/event-management/events/new", route: routes.event.create },
  ],
  content: [
    { name: "Calendar", path: "/content-management/announcements?view=calendar" },
    { name: "Slider, order and preview", path: "/content-management/slider?view=order" },
  ],
  promotion: [
    { name: "All promotions", path: "/promotions/all" },
    { name: "Archive", path: "/promotions/all/archive", synonyms: "archived" },
    {
      name: "Shared accounts",
      path: "/promotions/all/abuse",
      synonyms: "abuse, accounts that share a device, phone or identity",
    },
    { name: "New promotion", path: "/promotions/all/new", route: routes.promotion.create },
  ],
  grant: [
    { name: "Overview", path: "/grants" },
    { name: "Programmes", path: "/grants/programmes", synonyms: "grant" },
    { name: "Applications", path: "/grants/applications", synonyms: "grant" },
    { name: "Payouts", path: "/grants/payouts", synonyms: "grant" },
    { name: "New programme", path: "/grants/programmes/new", route: routes.grant.createProgramme },
  ],
  "system-logs": [
    { name: "All activity", path: "/system-logs/user-activities/all" },
    { name: "System Status", path: "/system-logs/status", synonyms: "health, mail, backup, timed tasks" },
  ],
  rp: [
    { name: "All Admin Users", path: "/roles-and-permissions/admin-users" },
    { name: "Roles", path: "/roles-and-permissions/admin-users/roles" },
  ],
  "app-config": [
    { name: "Faq, order", path: "/app-config/faq?view=order" },
    { name: "Searches without a result", path: "/app-config/faq?view=misses", synonyms: "faq" },
    { name: "Terms, acceptances", path: "/app-config/terms?view=acceptances" },
    {
      name: "Webhooks",
      path: "/app-config/notifications?view=webhooks",
      synonyms: "events for the citizen app's server",
    },
    {
      name: "App keys",
      path: "/app-config/notifications?view=app-keys",
      synonyms: "API keys of the citizen app's server",
    },
    { name: "Privacy policy, acceptances", path: "/app-config/privacy?view=acceptances" },
  ],
};

const APPROVAL_PAGES: readonly PalettePage[] = [
  { label: "Approvals: Waiting for me", url: approvalsUrl("waiting"), icon: "approvals" },
  { label: "Approvals: Requested by me", url: approvalsUrl("mine"), icon: "approvals" },
  { label: "Approvals: Decided by me", url: approvalsUrl("decided"), icon: "approvals" },
];

const ACCOUNT_PAGE: PalettePage = {
  label: "My account",
  url: "/dashboard/account",
  icon: "account",
  synonyms: "password, email, passkeys, authenticator app, recovery codes, keys",
};

/** Returns every page, tab and view that these rights permit. */
export function permittedPalettePages(rights: readonly FeatureAccess[]): PalettePage[] {
  const permitted: Module[] = permittedModules(rights);
  const pages = permitted.flatMap(({ slug, name, url, start, icon, subLinks }) => {
    const parts: readonly ModulePart[] = MODULE_PARTS[slug as keyof typeof MODULE_PARTS] ?? [];
    const subPages = subLinks?.map((link) => ({ label: `${name}: ${link.name}`, url: link.url, icon })) ?? [
      { label: name, url: url + (start?.query ?? ""), icon },
    ];
    const partPages = parts
      .filter(({ route }) => !route || satisfiesPolicy(rights, route.policy))
      .map(({ name: part, path, synonyms }) => ({
        label: `${name}: ${part}`,
        url: `/dashboard${path}`,
        icon,
        synonyms,
      }));
    // If a tab has the URL of the module's own page, only the tab's entry is listed.
    return [...subPages.filter((page) => partPages.every((part) => part.url !== page.url)), ...partPages];
  });
  return [...pages, ...APPROVAL_PAGES, ACCOUNT_PAGE];
}

/** Returns true if the page's label and search synonyms contain every typed word. */
export function matchesPageQuery(
  query: string,
  { label, synonyms = "" }: Pick<PalettePage, "label" | "synonyms">,
): boolean {
  const searchText = `${label} ${synonyms}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchText.includes(word));
}
