import "server-only";
import type { Feature } from "@/lib/contract/access";
import { appConfigHomeItems } from "@/lib/server/app-config/home";
import { approvalHomeItems } from "@/lib/server/approvals/home";
import { contentHomeItems } from "@/lib/server/content/home";
import { eventHomeItems } from "@/lib/server/event/home";
import { grantHomeItems } from "@/lib/server/grant/home";
import { ireportHomeItems } from "@/lib/server/ireport/home";
import { kycHomeItems } from "@/lib/server/kyc/home";
import { promotionHomeItems } from "@/lib/server/promotion/home";
import { rolesHomeItems } from "@/lib/server/rp/home";
import { systemLogsHomeItems } from "@/lib/server/system-logs/home";
import { systemWalletHomeItems } from "@/lib/server/system-wallet/home";
import { transactionHomeItems } from "@/lib/server/transaction/home";
import { userHomeItems } from "@/lib/server/user/home";
import type { HomeChangeSource, HomeWorkSource, ModuleHomeItems } from "./home-module";

/** All modules with content on Home, in the order of the sidebar. Add new modules here. */
export const HOME_MODULES: readonly ModuleHomeItems[] = [
  kycHomeItems,
  userHomeItems,
  transactionHomeItems,
  systemWalletHomeItems,
  ireportHomeItems,
  eventHomeItems,
  contentHomeItems,
  promotionHomeItems,
  grantHomeItems,
  systemLogsHomeItems,
  rolesHomeItems,
  appConfigHomeItems,
];

/** All kinds of work that can wait for an admin. A record that waits for two reasons is shown under the first one. */
export const HOME_WORK_SOURCES: readonly HomeWorkSource[] = [
  ...approvalHomeItems.work,
  ...HOME_MODULES.flatMap(({ work }) => work),
];

type ChangeOfFeature = { feature: Feature | null; source: HomeChangeSource };

/** All kinds of changes that are counted since an admin's last visit to Home. */
export const CHANGE_SOURCES: readonly ChangeOfFeature[] = [
  ...approvalHomeItems.changes.map((source) => ({ feature: null, source })),
  ...HOME_MODULES.flatMap(({ feature, changes }) => changes.map((source) => ({ feature, source }))),
];
