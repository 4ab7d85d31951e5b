import { type AccessRight, accessPolicy, type Feature, type FeatureAccess, satisfiesPolicy } from "./access";
import { declareList, oneOfFilter } from "./list.values";

/**
 * Changes that one admin requests and another approves (docs/rules.md, Four eyes), named after the call that requests them.
 */
export const APPROVAL_KINDS = [
  "rp.createAdmin",
  "rp.assignRoles",
  "rp.updateRole",
  "systemWallet.submitMovement",
  "systemWallet.changeLimits",
  "systemWallet.postOpeningBalances",
  "revenueHeads.change",
  "kyc.revoke",
  "transaction.refund",
  "transaction.dispute",
  "transaction.answerDispute",
  "appConfig.sendBroadcast",
  "event.cancel",
  "event.refundTicket",
  "grant.submitBatch",
  "user.correct",
  "user.exportData",
  "user.runRetention",
  "user.eraseData",
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/**
 * Rules of each kind of request. `feature`: its `approve` flag is needed to decide. `needsProofOfIdentity`: approving moves money, assigns
 * rights, or changes or reveals personal data, so it needs a recent proof of identity (docs/sign-in.md).
 */
export const APPROVAL_RULES: Record<ApprovalKind, { feature: Feature; needsProofOfIdentity: boolean }> = {
  "rp.createAdmin": { feature: "Roles & Permissions", needsProofOfIdentity: true },
  "rp.assignRoles": { feature: "Roles & Permissions", needsProofOfIdentity: true },
  "rp.updateRole": { feature: "Roles & Permissions", needsProofOfIdentity: true },
  "systemWallet.submitMovement": { feature: "System Wallet", needsProofOfIdentity: true },
  "systemWallet.changeLimits": { feature: "System Wallet", needsProofOfIdentity: true },
  "systemWallet.postOpeningBalances": { feature: "System Wallet", needsProofOfIdentity: true },
  "revenueHeads.change": { feature: "System Wallet", needsProofOfIdentity: true },
  "kyc.revoke": { feature: "KYC Management", needsProofOfIdentity: false },
  "transaction.refund": { feature: "Transactions", needsProofOfIdentity: true },
  "transaction.dispute": { feature: "Transactions", needsProofOfIdentity: true },
  "transaction.answerDispute": { feature: "Transactions", needsProofOfIdentity: true },
  "appConfig.sendBroadcast": { feature: "App Configurations", needsProofOfIdentity: false },
  "event.cancel": { feature: "Events", needsProofOfIdentity: true },
  "event.refundTicket": { feature: "Events", needsProofOfIdentity: true },
  "grant.submitBatch": { feature: "Grants", needsProofOfIdentity: true },
  "user.correct": { feature: "User Management", needsProofOfIdentity: true },
  "user.exportData": { feature: "User Management", needsProofOfIdentity: true },
  "user.runRetention": { feature: "User Management", needsProofOfIdentity: true },
  "user.eraseData": { feature: "User Management", needsProofOfIdentity: true },
};

/** Kinds whose approval takes no remark, because the remark could name the person whose data is erased. */
export const APPROVAL_KINDS_WITHOUT_REMARK: readonly ApprovalKind[] = ["user.eraseData"];
/** Error message for approving an erasure with a remark. */
export const NO_ERASURE_REMARK_TEXT =
  "An approved erasure takes no remark: it would stay although it may name the person.";

/** States of an approval request. */
export const APPROVAL_STATES = ["waiting", "approved", "rejected", "expired", "cancelled"] as const;

/** `waiting`: other admins' requests that the caller can decide. `mine`: the caller's own. `decided`: decided by the caller. */
export const APPROVAL_VIEWS = ["waiting", "mine", "decided"] as const;

/** Maximum length of the reason that an approver gives. */
export const APPROVAL_REASON_MAX = 400;

/** Returns true if these rights allow reading requests of this kind, which contain names of records. */
export const maySeeApproval = (kind: ApprovalKind, rights: readonly FeatureAccess[]) =>
  satisfiesPolicy(rights, accessPolicy(APPROVAL_RULES[kind].feature, "read")) || mayDecideApproval(kind, rights);

/** Returns the right needed to decide requests of a kind. A request that assigns rights needs those rights as well. */
export const rightToDecide = (kind: ApprovalKind): AccessRight => ({
  feature: APPROVAL_RULES[kind].feature,
  flag: "approve",
});

/**
 * Returns true if these rights suffice to decide requests of this kind. Three more checks follow in the decision: the rights that
 * a request assigns, the caller's own requests, and the independence of the approver.
 */
export const mayDecideApproval = (kind: ApprovalKind, rights: readonly FeatureAccess[]) =>
  satisfiesPolicy(rights, accessPolicy(APPROVAL_RULES[kind].feature, "approve"));

/** List of approval requests. */
export const APPROVAL_LIST = declareList({
  name: "approvals",
  sorts: ["requested_at"],
  arrival: "requested_at",
  filters: { view: oneOfFilter(APPROVAL_VIEWS) },
});
