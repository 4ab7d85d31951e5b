import "server-only";
import { account } from "./account";
import { appConfig } from "./app-config";
import { approvalHandlers } from "./approvals";
import { auth } from "./auth";
import { citizen } from "./citizen";
import { content } from "./content";
import { event } from "./event";
import { exportHandlers } from "./exports";
import { grant } from "./grant";
import { ireport } from "./ireport";
import { kyc } from "./kyc";
import { notices } from "./notices";
import { overview } from "./overview";
import { promotion } from "./promotion";
import { push } from "./push";
import { reconciliationHandlers } from "./reconciliation";
import { revenueHeadHandlers } from "./revenue-heads";
import { rp } from "./rp";
import { savedViews } from "./saved-views";
import { searchCalls } from "./search";
import { setup } from "./setup";
import { systemLogs } from "./system-logs";
import { systemWalletHandlers } from "./system-wallet";
import { transactionHandlers } from "./transaction";
import { uploads } from "./uploads";
import { user } from "./user";

const modules = {
  account,
  appConfig,
  approvals: approvalHandlers,
  auth,
  citizen,
  content,
  event,
  exports: exportHandlers,
  grant,
  ireport,
  kyc,
  notices,
  overview,
  promotion,
  push,
  reconciliation: reconciliationHandlers,
  revenueHeads: revenueHeadHandlers,
  rp,
  savedViews,
  setup,
  systemLogs,
  systemWallet: systemWalletHandlers,
  transaction: transactionHandlers,
  uploads,
  user,
};

/** Handlers of all implemented calls. Other calls of the contract return 404 and are not in the API document. */
export const router = { ...modules, search: searchCalls(modules) };
