import "server-only";
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
import { searchCalls } from "./search";
import { setup } from "./setup";
import { systemLogs } from "./system-logs";
import { systemWallet } from "./system-wallet";
import { transaction } from "./transaction";
import { uploads } from "./uploads";
import { user } from "./user";

const modules = {
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
  savedViews,
  setup,
  systemLogs,
  systemWallet,
  transaction,
  uploads,
  user,
};

/** Handlers of all implemented calls. Other calls of the contract return 404 and are not in the API document. */
export const router = { ...modules, search: searchCalls(modules) };
