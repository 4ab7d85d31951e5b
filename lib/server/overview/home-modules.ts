import "server-only";
import type { Feature } from "@/lib/contract/access";
import { appConfigHome } from "@/lib/server/app-config/home";
import { approvalHome } from "@/lib/server/approvals/home";
import { contentHome } from "@/lib/server/content/home";
import { eventHome } from "@/lib/server/event/home";
import { grantHome } from "@/lib/server/grant/home";
import { ireportHome } from "@/lib/server/ireport/home";
import { kycHome } from "@/lib/server/kyc/home";
import { promotionHome } from "@/lib/server/promotion/home";
import { rolesHome } from "@/lib/server/rp/home";
import { systemLogsHome } from "@/lib/server/system-logs/home";
import { systemWalletHome } from "@/lib/server/system-wallet/home";
import { transactionHome } from "@/lib/server/transaction/home";
import { userHome } from "@/lib/server/user/home";
import type { HomeChangeSource, HomeModule, HomeWorkSource } from "./home-module";

/** All modules with content on Home, in the order of the sidebar. Add new modules here. */
export const HOME_MODULES: readonly HomeModule[] = [
  kycHome,
  userHome,
  transactionHome,
  systemWalletHome,
  ireportHome,
  eventHome,
  contentHome,
  promotionHome,
  grantHome,
  systemLogsHome,
  rolesHome,
  appConfigHome,
];

/** All kinds of work that can wait for an admin. A record that waits for two reasons is shown under the first one. */
export const HOME_WORK_SOURCES: readonly HomeWorkSource[] = [
  ...approvalHome.work,
  ...HOME_MODULES.flatMap(({ work }) => work),
];

type ChangeOfFeature = { feature: Feature | null; source: HomeChangeSource };

/** All kinds of changes that are counted since an admin's last visit to Home. */
export const CHANGE_SOURCES: readonly ChangeOfFeature[] = [
  ...approvalHome.changes.map((source) => ({ feature: null, source })),
  ...HOME_MODULES.flatMap(({ feature, changes }) => changes.map((source) => ({ feature, source }))),
];
