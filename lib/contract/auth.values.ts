/** Why a session ended. Returned with 401 for its token, and passed to the sign-in page as `?ended=`. */
export const SESSION_ENDINGS = ["expired", "idle", "elsewhere", "password", "keys", "suspended", "deleted"] as const;
/** Why a session ended. */
export type EndCode = (typeof SESSION_ENDINGS)[number];
