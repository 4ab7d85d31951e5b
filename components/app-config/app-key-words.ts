import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_CALL_GROUP_LABELS, type AppKeyState } from "@/lib/contract/app-keys.values";
import { formatList, lagosDay } from "@/lib/format";

export const KEY_STATE_LABELS: Record<AppKeyState, string> = {
  active: "Active",
  replaced: "Replaced",
  ended: "Ended",
};

/** Returns the tone of a state's badge, by the states that StatusBadge knows. */
export const keyBadgeStatus = (state: AppKeyState) =>
  ({ active: "active", replaced: "pending", ended: "ended" })[state];

export const describeCallGroups = (groups: AppKey["groups"]) =>
  groups === null ? "All calls" : formatList(groups.map((group) => APP_CALL_GROUP_LABELS[group]));

export const isFromSettings = ({ source }: Pick<AppKey, "source">) => source === "settings";

/** Returns true for a key that can be changed and rotated: a valid one of the dashboard that no rotation has replaced. */
export const isChangeable = (key: AppKey) => !isFromSettings(key) && key.state === "active";

/** Returns true for a key that can be ended: a valid one of the dashboard. */
export const isEndable = (key: AppKey) => !isFromSettings(key) && key.state !== "ended";

/** Returns the last Lagos day on which a key is valid, for the form; "" without an end. The end is the first moment after that day. */
export const lastValidDayOf = ({ ends_at }: Pick<AppKey, "ends_at">) =>
  ends_at === null ? "" : lagosDay(Date.parse(ends_at) - 1);
