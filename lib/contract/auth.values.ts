/** Why a session ended, for anyone who still holds its token; sign-in is told it in `?ended=`. */
export const ENDINGS = ["expired", "idle", "elsewhere", "password", "keys", "suspended", "deleted"] as const;
export type Ending = (typeof ENDINGS)[number];
