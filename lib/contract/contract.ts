import { accountCalls } from "./account";
import { appConfigCalls } from "./app-config";
import { approvalCalls } from "./approvals";
import { authCalls } from "./auth";
import { citizenCalls } from "./citizen";
import { contentCalls } from "./content";
import { eventCalls } from "./event";
import { exportCalls } from "./exports";
import { grantCalls } from "./grant";
import { ireportCalls } from "./ireport";
import { kycCalls } from "./kyc";
import { noticeCalls } from "./notices";
import { overviewCalls } from "./overview";
import { promotionCalls } from "./promotion";
import { pushCalls } from "./push";
import { reconciliationCalls } from "./reconciliation";
import { revenueHeadCalls } from "./revenue-heads";
import { rpCalls } from "./rp";
import { savedViewCalls } from "./saved-views";
import { searchCalls } from "./search";
import { setupCalls } from "./setup";
import { systemLogCalls } from "./system-logs";
import { systemWalletCalls } from "./system-wallet";
import { transactionCalls } from "./transaction";
import { directUploadCalls } from "./uploads-direct";
import { userCalls } from "./user";

/** All calls of the API with their input and output schemas. */
export const contract = {
  account: accountCalls,
  appConfig: appConfigCalls,
  approvals: approvalCalls,
  auth: authCalls,
  citizen: citizenCalls,
  content: contentCalls,
  event: eventCalls,
  exports: exportCalls,
  grant: grantCalls,
  ireport: ireportCalls,
  kyc: kycCalls,
  notices: noticeCalls,
  overview: overviewCalls,
  promotion: promotionCalls,
  push: pushCalls,
  reconciliation: reconciliationCalls,
  revenueHeads: revenueHeadCalls,
  rp: rpCalls,
  search: searchCalls,
  savedViews: savedViewCalls,
  setup: setupCalls,
  systemLogs: systemLogCalls,
  systemWallet: systemWalletCalls,
  transaction: transactionCalls,
  uploads: directUploadCalls,
  user: userCalls,
};
export type Contract = typeof contract;
