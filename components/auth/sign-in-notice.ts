import { SESSION_END_REASONS, type SessionEndReason } from "@/lib/contract/auth.values";
import { SIGN_IN_PATH } from "@/lib/session";

/** Messages on the sign-in page, by the step that was completed before on another /auth screen. */
const NOTICES = {
  reset: "Your password is changed and every session has ended. Sign in with the new password.",
  registered: "Your account is ready. Sign in with your email and the password you just chose.",
  "set-up": "The first administrator is ready. Sign in with your email and the password you just chose.",
} as const;

/** Messages on the sign-in page, by the reason why a session ended. */
const ENDING_NOTICES: Record<SessionEndReason, string> = {
  expired: "Your session has ended: it lasts 3 days. Sign in again.",
  idle: "Your session has ended because it was not used for some hours. Sign in to continue where you were.",
  elsewhere: "Your session was ended from another device. If that was not you, reset your password.",
  password: "Your password was changed, which ended your session. Sign in with the new password.",
  keys: "Another administrator removed your sign-in keys, which ended your session. Sign in with a mailed code.",
  suspended: "Your session has ended because your account is suspended. Ask a full administrator.",
  deleted: "Your session has ended because your account was deleted. Ask a full administrator.",
};

type Step = keyof typeof NOTICES;
/** Message above the sign-in form. */
export type SignInNotice = { tone: "success" | "info"; text: string };

const isCompletedStep = (value: unknown): value is Step => typeof value === "string" && Object.hasOwn(NOTICES, value);

/**
 * Returns the message above the sign-in form. @param after, ended query parameters; unknown values are ignored @param isExpired
 * true if the session cookie has expired
 */
export function signInNotice({
  after,
  ended,
  isExpired,
}: {
  after: unknown;
  ended: unknown;
  isExpired: boolean;
}): SignInNotice | null {
  if (isCompletedStep(after)) return { tone: "success", text: NOTICES[after] };
  const ending = SESSION_END_REASONS.find((each) => each === ended) ?? (isExpired ? "expired" : null);
  return ending && { tone: "info", text: ENDING_NOTICES[ending] };
}

/**
 * Opens sign-in with the message for the completed step. Uses a full page load, which drops the submitted form and its password
 * from memory. The promise never resolves, so that the form stays busy until the page unloads.
 */
export async function openSignInAfter(after: Step): Promise<never> {
  window.location.replace(`${SIGN_IN_PATH}?after=${after}`);
  return new Promise<never>(() => {});
}
