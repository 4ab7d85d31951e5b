/** Periods for the money figures on Home, in days including today. */
export const HOME_DAYS = ["1", "7", "30"] as const;
export type HomeDays = (typeof HOME_DAYS)[number];
