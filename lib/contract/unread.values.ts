/** Highest number of unread notices that is counted. Separate from notices.values.ts, because every page loads it for the bell. */
export const UNREAD_MAX = 99;
