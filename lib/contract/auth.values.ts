/** Why a session ended. Returned with 401 for a token of the session, and passed to the sign-in page as `?ended=`. */
export const SESSION_END_REASONS = [
  "expired",
  "idle",
  "elsewhere",
  "password",
  "keys",
  "suspended",
  "deleted",
] as const;
/** Why a session ended. */
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];
