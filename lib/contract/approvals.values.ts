import { allows, type Feature, type FeatureAccess, type Grant, needs } from "./access";
import { declareList, oneOf } from "./list.values";

/**
 * What is requested by one admin and approved by another (docs/rules.md, Four eyes), by the name of the call that asks for
 * it. `feature`: whose `approve` flag decides. `takesProof`: to approve it moves money or gives rights, so it takes a recent proof of
 * identity (docs/sign-in.md).
 */
export const APPROVAL_KINDS = [
  "rp.createAdmin",
  "rp.assignRoles",
  "rp.updateRole",
  "systemWallet.submitMovement",
  "systemWallet.changeLimits",
  "systemWallet.postOpeningBalances",
  "kyc.revoke",
  "transaction.refund",
  "transaction.dispute",
  "appConfig.sendBroadcast",
  "event.cancel",
  "event.refundTicket",
  "grant.submitBatch",
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_RULES: Record<ApprovalKind, { feature: Feature; takesProof: boolean }> = {
  "rp.createAdmin": { feature: "Roles & Permissions", takesProof: true },
  "rp.assignRoles": { feature: "Roles & Permissions", takesProof: true },
  "rp.updateRole": { feature: "Roles & Permissions", takesProof: true },
  "systemWallet.submitMovement": { feature: "System Wallet", takesProof: true },
  "systemWallet.changeLimits": { feature: "System Wallet", takesProof: true },
  "systemWallet.postOpeningBalances": { feature: "System Wallet", takesProof: true },
  "kyc.revoke": { feature: "KYC Management", takesProof: false },
  "transaction.refund": { feature: "Transactions", takesProof: true },
  "transaction.dispute": { feature: "Transactions", takesProof: true },
  "appConfig.sendBroadcast": { feature: "App Configurations", takesProof: false },
  "event.cancel": { feature: "Events", takesProof: true },
  "event.refundTicket": { feature: "Events", takesProof: true },
  "grant.submitBatch": { feature: "Grants", takesProof: true },
};

export const APPROVAL_STATES = ["waiting", "approved", "rejected", "expired", "cancelled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** `waiting`: what these rights can decide and somebody else asked for; `mine`: what I asked for; `decided`: what I decided. */
export const APPROVAL_VIEWS = ["waiting", "mine", "decided"] as const;

export const APPROVAL_REASON_MAX = 400;

/** Whether these rights show what a request of this kind is about: its words name records of the feature. */
export const maySee = (kind: ApprovalKind, rights: readonly FeatureAccess[]) =>
  allows(rights, needs(APPROVAL_RULES[kind].feature, "read")) || mayDecide(kind, rights);

/** The right that decides requests of a kind. A request can need further ones: those that it gives to somebody. */
export const decidingRight = (kind: ApprovalKind): Grant => ({
  feature: APPROVAL_RULES[kind].feature,
  flag: "approve",
});

/**
 * Whether these rights decide requests of this kind, but for the further rights of a request. Never one's own, nor those of
 * somebody who isn't independent: that is checked where it is decided.
 */
export const mayDecide = (kind: ApprovalKind, rights: readonly FeatureAccess[]) =>
  allows(rights, needs(APPROVAL_RULES[kind].feature, "approve"));

/** The inbox. */
export const APPROVAL_LIST = declareList({ sorts: ["requested_at"], filters: { view: oneOf(APPROVAL_VIEWS) } });
