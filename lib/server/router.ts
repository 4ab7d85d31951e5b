import "server-only";
import { accountHandlers } from "./account";
import { appConfigHandlers } from "./app-config";
import { approvalsHandlers } from "./approvals";
import { authHandlers } from "./auth";
import { citizenHandlers } from "./citizen";
import { contentHandlers } from "./content";
import { eventHandlers } from "./event";
import { exportsHandlers } from "./exports";
import { grantHandlers } from "./grant";
import { ireportHandlers } from "./ireport";
import { kycHandlers } from "./kyc";
import { noticesHandlers } from "./notices";
import { overviewHandlers } from "./overview";
import { promotionHandlers } from "./promotion";
import { pushHandlers } from "./push";
import { reconciliationHandlers } from "./reconciliation";
import { revenueHeadsHandlers } from "./revenue-heads";
import { rpHandlers } from "./rp";
import { savedViewsHandlers } from "./saved-views";
import { createSearchHandlers } from "./search";
import { setupHandlers } from "./setup";
import { systemLogsHandlers } from "./system-logs";
import { systemWalletHandlers } from "./system-wallet";
import { transactionHandlers } from "./transaction";
import { uploadsHandlers } from "./uploads";
import { userHandlers } from "./user";

const modules = {
  account: accountHandlers,
  appConfig: appConfigHandlers,
  approvals: approvalsHandlers,
  auth: authHandlers,
  citizen: citizenHandlers,
  content: contentHandlers,
  event: eventHandlers,
  exports: exportsHandlers,
  grant: grantHandlers,
  ireport: ireportHandlers,
  kyc: kycHandlers,
  notices: noticesHandlers,
  overview: overviewHandlers,
  promotion: promotionHandlers,
  push: pushHandlers,
  reconciliation: reconciliationHandlers,
  revenueHeads: revenueHeadsHandlers,
  rp: rpHandlers,
  savedViews: savedViewsHandlers,
  setup: setupHandlers,
  systemLogs: systemLogsHandlers,
  systemWallet: systemWalletHandlers,
  transaction: transactionHandlers,
  uploads: uploadsHandlers,
  user: userHandlers,
};

/** Handlers of all implemented calls. Other calls of the contract return 404 and are not in the API document. */
export const router = { ...modules, search: createSearchHandlers(modules) };
