import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_CALL_GROUP_LABELS, type AppKeyState } from "@/lib/contract/app-keys.values";
import { formatList, lagosDay } from "@/lib/format";

export const APP_KEY_STATE_LABELS: Record<AppKeyState, string> = {
  active: "Active",
  replaced: "Replaced",
  ended: "Ended",
};

/** Returns the StatusBadge status whose colour fits the state of an app key. */
export const appKeyBadgeStatus = (state: AppKeyState) =>
  ({ active: "active", replaced: "pending", ended: "ended" })[state];

/** Describes which groups of API calls an app key allows. `null` allows all. */
export const describeAllowedCallGroups = (groups: AppKey["groups"]) =>
  groups === null ? "All calls" : formatList(groups.map((group) => APP_CALL_GROUP_LABELS[group]));

/** Returns whether an app key is defined in the server settings, not created in the dashboard. */
export const isAppKeyFromSettings = ({ source }: Pick<AppKey, "source">) => source === "settings";

/** Returns whether a key can be changed and rotated: it is valid, made in the dashboard, and not replaced by a rotation. */
export const isAppKeyChangeable = (key: AppKey) => !isAppKeyFromSettings(key) && key.state === "active";

/** Returns whether a key can be ended: it is valid and made in the dashboard. */
export const isAppKeyEndable = (key: AppKey) => !isAppKeyFromSettings(key) && key.state !== "ended";

/** Returns the last Lagos day on which a key is valid, for the form; "" if the key never ends. `ends_at` is the end of that day. */
export const lastValidDayOfAppKey = ({ ends_at }: Pick<AppKey, "ends_at">) =>
  ends_at === null ? "" : lagosDay(Date.parse(ends_at) - 1);
