/** Platforms of the citizen app. */
export const PLATFORMS = ["android", "ios", "web"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const DEVICE_NAME_MAX = 80;
