import { anyOf, day, defineList, naira, oneOf, uuid } from "@/lib/client/list-params";
import { LGAS } from "@/lib/contract/kyc.values";
import { ENTRY_KINDS } from "@/lib/contract/ledger.values";
import { GROUP_KINDS, USER_STATUSES, USER_TIERS } from "@/lib/contract/user.values";

/** What the address of the list of users can say. */
export const userListParams = defineList({
  sorts: ["joined_at", "last_seen_at", "name", "balance"],
  defaultSort: "-joined_at",
  filters: {
    status: anyOf(USER_STATUSES),
    tier: anyOf(USER_TIERS),
    lga: anyOf(LGAS),
    joined_from: day,
    joined_to: day,
    balance_min: naira,
    balance_max: naira,
    group: uuid,
  },
});

/** What the address of a user's wallet can say. */
export const userStatementParams = defineList({
  sorts: ["posted_at"],
  defaultSort: "-posted_at",
  filters: { kind: anyOf(ENTRY_KINDS), direction: oneOf(["in", "out"]), min: naira, max: naira, from: day, to: day },
});

/** What the address of the groups can say. */
export const groupListParams = defineList({
  sorts: ["name", "created_at"],
  defaultSort: "name",
  filters: { kind: oneOf(GROUP_KINDS) },
});

export const USER_TABS = [
  "profile",
  "wallet",
  "transactions",
  "kyc",
  "reports",
  "tickets",
  "grants",
  "activity",
  "notes",
] as const;
export type UserTab = (typeof USER_TABS)[number];

/** The part of a user's page that the address names. */
export const tabOf = (raw: string | string[] | null | undefined): UserTab =>
  USER_TABS.find((tab) => tab === raw) ?? "profile";
