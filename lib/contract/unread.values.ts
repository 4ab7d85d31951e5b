/** Highest number of unread notices that is counted. In its own file, because every page loads this value for the bell. */
export const UNREAD_NOTICES_MAX = 99;
