import { account } from "./account";
import { appConfig } from "./app-config";
import { approvals } from "./approvals";
import { auth } from "./auth";
import { citizen } from "./citizen";
import { content } from "./content";
import { event } from "./event";
import { exports } from "./exports";
import { grant } from "./grant";
import { ireport } from "./ireport";
import { kyc } from "./kyc";
import { notices } from "./notices";
import { overview } from "./overview";
import { promotion } from "./promotion";
import { push } from "./push";
import { reconciliation } from "./reconciliation";
import { revenueHeads } from "./revenue-heads";
import { rp } from "./rp";
import { savedViews } from "./saved-views";
import { search } from "./search";
import { setup } from "./setup";
import { systemLogs } from "./system-logs";
import { systemWallet } from "./system-wallet";
import { transaction } from "./transaction";
import { uploads } from "./uploads-direct";
import { user } from "./user";

/** All calls of the API with their input and output schemas. */
export const contract = {
  account,
  appConfig,
  approvals,
  auth,
  citizen,
  content,
  event,
  exports,
  grant,
  ireport,
  kyc,
  notices,
  overview,
  promotion,
  push,
  reconciliation,
  revenueHeads,
  rp,
  search,
  savedViews,
  setup,
  systemLogs,
  systemWallet,
  transaction,
  uploads,
  user,
};
export type Contract = typeof contract;
