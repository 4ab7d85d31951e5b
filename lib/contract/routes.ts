import { accountRoutes } from "./account.routes";
import { appConfigRoutes } from "./app-config.routes";
import { approvalsRoutes } from "./approvals.routes";
import { authRoutes } from "./auth.routes";
import { citizenRoutes } from "./citizen.routes";
import { contentRoutes } from "./content.routes";
import { eventRoutes } from "./event.routes";
import { exportsRoutes } from "./exports.routes";
import { grantRoutes } from "./grant.routes";
import { ireportRoutes } from "./ireport.routes";
import { kycRoutes } from "./kyc.routes";
import { noticesRoutes } from "./notices.routes";
import { overviewRoutes } from "./overview.routes";
import { promotionRoutes } from "./promotion.routes";
import { pushRoutes } from "./push.routes";
import { reconciliationRoutes } from "./reconciliation.routes";
import { revenueHeadsRoutes } from "./revenue-heads.routes";
import { rpRoutes } from "./rp.routes";
import { savedViewsRoutes } from "./saved-views.routes";
import { searchRoutes } from "./search.routes";
import { setupRoutes } from "./setup.routes";
import { systemLogsRoutes } from "./system-logs.routes";
import { systemWalletRoutes } from "./system-wallet.routes";
import { transactionRoutes } from "./transaction.routes";
import { uploadsRoutes } from "./uploads.routes";
import { userRoutes } from "./user.routes";

/** Method, path and policy of every call, for the browser's client and buttons. */
export const routes = {
  account: accountRoutes,
  appConfig: appConfigRoutes,
  approvals: approvalsRoutes,
  auth: authRoutes,
  citizen: citizenRoutes,
  content: contentRoutes,
  event: eventRoutes,
  exports: exportsRoutes,
  grant: grantRoutes,
  ireport: ireportRoutes,
  kyc: kycRoutes,
  notices: noticesRoutes,
  overview: overviewRoutes,
  promotion: promotionRoutes,
  push: pushRoutes,
  reconciliation: reconciliationRoutes,
  revenueHeads: revenueHeadsRoutes,
  rp: rpRoutes,
  search: searchRoutes,
  savedViews: savedViewsRoutes,
  setup: setupRoutes,
  systemLogs: systemLogsRoutes,
  systemWallet: systemWalletRoutes,
  transaction: transactionRoutes,
  uploads: uploadsRoutes,
  user: userRoutes,
};
