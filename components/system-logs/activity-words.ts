import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";

/** How actions read as something that somebody did. Others are named by the summary of their call. */
const WORDS: Record<string, string> = {
  "auth.login": "Began to sign in",
  "auth.resendCode": "Asked for a new sign-in code",
  "auth.verifySignIn": "Signed in",
  "auth.logout": "Signed out",
  "auth.forgot": "Asked to reset the password",
  "auth.resetPassword": "Reset the password",
  "auth.register": "Accepted an invitation",
  "auth.setUp": "Set up the installation",
  "auth.endSession": "Ended a session",
  "auth.endOtherSessions": "Ended all other sessions",
  "approvals.decide": "Decided a request for approval",
  "approvals.cancel": "Withdrew a request for approval",
  "approvals.expire": "A request for approval expired",
  "exports.download": "Downloaded a list",
  "kyc.decide": "Decided an identity request",
  "kyc.claim": "Took on an identity request",
  "kyc.next": "Took on the next identity request",
  "kyc.release": "Put back an identity request",
  "kyc.assign": "Assigned an identity request",
  "kyc.check": "Ticked a checklist",
  "kyc.note": "Wrote an internal note",
  "kyc.reopen": "Reopened an identity request",
  "kyc.revoke": "Asked for a revocation",
  "kyc.reveal": "Saw a whole identity number",
  "kyc.document": "Viewed a document",
  "kyc.export": "Exported identity requests",
  "rp.createAdmin": "Invited an admin",
  "rp.inviteAgain": "Invited an admin again",
  "rp.assignRoles": "Set the roles of an admin",
  "rp.setAdminStatus": "Suspended or reactivated an admin",
  "rp.deleteAdmins": "Deleted admins",
  "rp.createRole": "Added a role",
  "rp.updateRole": "Changed a role",
  "rp.deleteRole": "Deleted a role",
  "push.saveDevice": "Saved a device for pushes",
  "systemWallet.createMovement": "Asked for or drafted a movement of money",
  "systemWallet.updateMovement": "Changed a drafted movement",
  "systemWallet.submitMovement": "Asked for a drafted movement",
  "systemWallet.cancelMovement": "Cancelled a movement",
  "systemWallet.reverseEntry": "Asked for a reversal",
  "systemWallet.exportMovements": "Exported wallet movements",
  "systemWallet.exportStatement": "Exported a statement",
  "systemWallet.verify": "Verified the ledger",
  "transaction.refund": "Refunded a transaction",
  "transaction.requery": "Asked the provider again",
  "transaction.dispute": "Recorded a dispute",
  "transaction.export": "Exported transactions",
  "transaction.createMethod": "Added a payment method",
  "transaction.updateMethod": "Changed a payment method",
  "transaction.deleteMethod": "Deleted a payment method",
  "transaction.webhook": "Reported by the payment provider",
  "transaction.refundTaken": "Refund taken by the payment provider",
  "systemLogs.exportAuditTrails": "Exported the audit trail",
  "systemLogs.verify": "Verified the audit trail",
  "user.export": "Exported users",
  "user.addNote": "Added a note about a user",
  "user.restrict": "Restricted a user's wallet",
  "user.lift": "Lifted the restriction of a wallet",
  "user.suspend": "Suspended a user",
  "user.reactivate": "Reactivated a user",
  "user.close": "Closed a user's account",
  "user.resetSessions": "Ended a user's sessions in the app",
  "user.checkNewMembers": "Looked up users for a new group",
  "user.checkMembers": "Looked up users for a group",
  "user.createGroup": "Added a user group",
  "user.updateGroup": "Changed a user group",
  "user.addMembers": "Added people to a user group",
  "user.deleteGroup": "Deleted a user group",
};

const summaries = new Map<string, string>(
  Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Route>).map(([name, route]) => [`${group}.${name}`, route.summary] as const),
  ),
);

export const actionWords = (action: string) => WORDS[action] ?? summaries.get(action) ?? action;

/** What the trail can hold: every write, every call that can be refused, and the reads in `WORDS`. */
export const ACTION_OPTIONS = [...summaries.keys()]
  .map((value) => ({ value, label: actionWords(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));

const RECORD_TYPES = {
  admin: "Admin",
  approval: "Approval",
  audit_trail: "Audit row",
  export: "Export",
  kyc: "Identity request",
  "kyc-upload": "Uploaded document",
  ledger_entry: "Ledger entry",
  role: "Role",
  session: "Session",
  payment_method: "Payment method",
  provider_event: "Provider's report",
  transaction: "Transaction",
  user: "User",
  user_group: "User group",
  wallet_movement: "Wallet movement",
};
export const RECORD_TYPE_OPTIONS = Object.entries(RECORD_TYPES).map(([value, label]) => ({ value, label }));
