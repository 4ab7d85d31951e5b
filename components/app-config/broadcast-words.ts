import type { BroadcastFailure, BroadcastState, DestinationKind } from "@/lib/contract/app-config.values";
import type { BroadcastRow } from "@/lib/contract/app-config-broadcasts";
import { pluralize } from "@/lib/format";

export const BROADCASTS_URL = "/dashboard/app-config/notifications";
export const WEBHOOKS_URL = `${BROADCASTS_URL}?view=webhooks`;
export const APP_KEYS_URL = `${BROADCASTS_URL}?view=app-keys`;

/** Labels of what a tap on a notification opens in the app. */
export const BROADCAST_DESTINATION_LABELS: Record<DestinationKind, string> = {
  home: "Home",
  wallet: "Wallet",
  transactions: "Transactions",
  identity: "Identity check",
  reports: "My reports",
  announcement: "An announcement",
  article: "A culture article",
  faq: "FAQ",
  link: "A web page",
};

export const BROADCAST_AUDIENCE_LABELS: Record<BroadcastRow["audience"]["kind"], string> = {
  everybody: "Everybody",
  groups: "Members of groups",
  lgas: "People of some LGAs",
  tiers: "People of some tiers",
  languages: "People who use some languages",
};

export const BROADCAST_STATE_LABELS: Record<BroadcastState, string> = {
  draft: "Draft",
  awaiting_approval: "Awaiting approval",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
};

/** Labels of the reasons why devices were not reached, in the order in which the results list the reasons. */
export const BROADCAST_FAILURE_LABELS: Record<BroadcastFailure, { label: string; note: string }> = {
  gone: { label: "App removed", note: "These devices no longer have the app. They were removed." },
  refused: { label: "Refused", note: "Firebase refused these devices or the message." },
  unavailable: { label: "Not accepted", note: "Firebase was too busy, even in later attempts." },
  unknown: { label: "Unknown", note: "The connection or the server failed before Firebase's answer arrived." },
};

export const formatPeopleCount = (count: number) => pluralize(count, "person", "people");
export const formatDeviceCount = (count: number) => pluralize(count, "device");
export const formatEmailCount = (count: number) => pluralize(count, "email");

/** Returns the number of devices that a notification did not reach, for any reason. */
export const failedDeliveryCount = ({ failed }: Pick<BroadcastRow, "failed">) =>
  failed.gone + failed.refused + failed.unavailable + failed.unknown;
