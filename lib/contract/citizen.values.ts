/** Platforms of the citizen app. */
export const DEVICE_PLATFORMS = ["android", "ios", "web"] as const;
export type Platform = (typeof DEVICE_PLATFORMS)[number];

/** Maximum length of the name of a citizen's device. */
export const DEVICE_NAME_MAX = 80;
