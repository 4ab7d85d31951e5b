/** What a device of the citizen app runs on. */
export const PLATFORMS = ["android", "ios", "web"] as const;
