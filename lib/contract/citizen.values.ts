/** Platforms of the citizen app. */
export const PLATFORMS = ["android", "ios", "web"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Maximum length of the name of a citizen's device. */
export const DEVICE_NAME_MAX = 80;
