/** Days that Home looks back on money, today included. */
export const HOME_DAYS = ["1", "7", "30"] as const;
export type HomeDays = (typeof HOME_DAYS)[number];
