import Cookies from "js-cookie";
import { setPreference } from "@/lib/client/preferences";

/** Cookie with this phone's gate name, so that the server's HTML already shows it. */
export const GATE_NAME_COOKIE = "gate";
/** Gate name on a phone on which nobody has entered a name. */
export const DEFAULT_GATE_NAME = "Gate 1";

/** Stores the gate name of this phone in the cookie. */
export const rememberGateName = (name: string) => setPreference(GATE_NAME_COOKIE, name);

/** Returns the gate name that is stored on this phone, or null. */
export const storedGateName = (): string | null => Cookies.get(GATE_NAME_COOKIE) || null;
