import { SIGN_IN_PATH } from "@/lib/session";

/** From where somebody comes to sign in, and what they are told there. */
const ARRIVALS = {
  reset: "Your password is changed and every session has ended. Sign in with the new password.",
  registered: "Your account is ready. Sign in with your email and the password you just chose.",
  "set-up": "The first administrator is ready. Sign in with your email and the password you just chose.",
} as const;

export type Arrival = keyof typeof ARRIVALS;

export const arrivalText = (arrival: Arrival) => ARRIVALS[arrival];

export const asArrival = (value: unknown): Arrival | null =>
  typeof value === "string" && Object.hasOwn(ARRIVALS, value) ? (value as Arrival) : null;

/**
 * To sign-in with that message. A fresh load: the form that was just sent, and the password in it, is gone. Never comes
 * back, so that the form stays busy until then.
 */
export async function signInAfter(arrival: Arrival): Promise<never> {
  window.location.replace(`${SIGN_IN_PATH}?after=${arrival}`);
  return new Promise<never>(() => {});
}
