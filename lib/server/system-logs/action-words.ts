import "server-only";
import type { CallMeta } from "@/lib/contract/common";
import { contract } from "@/lib/contract/contract";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";

/** Actions in the audit trail without an API call, by scheduled tasks, imports and the payment provider. */
export const ACTIONS_WITHOUT_CALL = {
  "appConfig.broadcastHeld": "Returned a scheduled notification to draft",
  "appConfig.broadcastPaused": "Paused a notification automatically",
  "appConfig.broadcastSent": "Finished sending a notification",
  "appConfig.broadcastStarted": "Started a scheduled notification",
  "approvals.expire": "A request for approval expired",
  "approvals.withdraw": "Withdrew a request whose requester lost the right to make it",
  "event.expireOrders": "Released seats that were not paid in time",
  "event.refundOrder": "Refunded an order of a cancelled event",
  "grant.finishBatch": "Finished a payout batch",
  "grant.payRow": "Processed a row of a payout batch",
  "grant.payoutNotSent": "A payout was not sent",
  "transaction.payoutNotSent": "A withdrawal was not sent",
  "transaction.payoutTaken": "The provider accepted a withdrawal",
  "grant.payoutTaken": "The provider accepted a payout",
  "ireport.escalate": "Escalated a late report",
  "kyc.releaseIdle": "Released an identity request without work on it",
  "reconciliation.cancelIdleStatement": "Cancelled the import of a bank statement that was not finished",
  "promotion.begin": "Started a promotion",
  "transaction.refundDelayed": "A refund was not accepted by the payment provider for an hour",
  "transaction.refundRefused": "The payment provider refused a refund for good",
  "transaction.refundTaken": "The payment provider accepted a refund",
  "reconciliation.itemsMatched": "Matched items by rules",
  "reconciliation.outflowsFetched": "Fetched payouts and refunds from the payment provider",
  "reconciliation.settlementFetched": "Fetched a settlement from the payment provider",
  "rp.restoreAdmin": "Restored a full administrator on the server",
  "secret.rotate": "Replaced the secret of the installation",
  "systemWallet.finishOpeningBalances": "Finished posting a file of opening balances",
  "systemWallet.storeOpeningBalances": "Stored a file of opening balances",
  "user.eraseIdentity": "Erased the identity of a closed account after the legal period",
  "user.finishRetention": "Removed old data",
  "systemLogs.backup": "Made a backup",
  "systemLogs.archive": "Archived a month of the audit trail",
  "user.import": "Imported a register of users",
  "transaction.accountNameDiffers": "A payout waits, because its account has another name at the bank",
  "transaction.banksRefreshed": "The list of banks changed",
  "transaction.disputeReported": "The payment provider reported a dispute",
  "transaction.disputeOpened": "Marked a payment as disputed, because the provider reports a dispute",
  "transaction.disputeAnswerSent": "The payment provider received the answer to a dispute",
  "transaction.disputeAnswerRefused": "The payment provider refused the answer to a dispute",
  "transaction.notBegun": "The payment provider refused to begin a payment",
  "transaction.verified": "Checked with the payment provider automatically",
  "transaction.webhook": "Reported by the payment provider",
} as const;

type ContractCall = { "~orpc": { meta: CallMeta; route: { summary?: string } } };
const calls = Object.entries(contract).flatMap(([group, groupCalls]) =>
  Object.entries<ContractCall>(groupCalls).map(([name, { "~orpc": call }]) => [`${group}.${name}`, call] as const),
);
/** Returns the text for a call that only reads, which is audited only if it was refused. */
const readActionWords = (summary: string) => `Read: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
const LABELS_BY_CALL = new Map<string, string>(
  calls.map(([action, { meta, route }]) => [action, meta.done ?? readActionWords(route.summary ?? action)]),
);

/** Returns the text of an action of the audit trail, in the past tense. */
export const actionWords = (action: string): string =>
  LABELS_BY_CALL.get(action) ?? (ACTIONS_WITHOUT_CALL as Record<string, string>)[action] ?? "Another action";

/** Texts in histories of other records: suspending an admin also changes records assigned to or requested by them. */
const HISTORY_OVERRIDES: Record<string, string> = { "rp.setAdminStatus": "Suspended an admin" };

/**
 * Returns the text of an action for a record's own history, without the record's noun: "Claimed" instead of "Claimed an
 * identity request", "Changed the priority" instead of "Changed the priority of a report".
 */
export function historyWords(action: string, type: RecordType): string {
  const { label, noun = `an? ${label}` } = RECORD_KINDS[type];
  return ((type !== "admin" && HISTORY_OVERRIDES[action]) || actionWords(action))
    .replace(new RegExp(` ${noun}'s `, "i"), " the ")
    .replace(new RegExp(`( (of|to|on|about|from|with|for))? ${noun}(?![\\w'-])`, "i"), "");
}

/** All actions that can occur in the audit trail, sorted by their text. */
export const AUDIT_ACTIONS = [...LABELS_BY_CALL.keys(), ...Object.keys(ACTIONS_WITHOUT_CALL)]
  .map((action) => ({ action, words: actionWords(action) }))
  .sort((a, b) => a.words.localeCompare(b.words, "en"));

/** Texts by action, for exports that show them beside the code. */
export const ACTION_WORDS = Object.fromEntries(AUDIT_ACTIONS.map(({ action, words }) => [action, words]));
