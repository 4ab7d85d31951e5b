import Cookies from "js-cookie";
import { setPreference } from "@/lib/client/preferences";

/** Cookie with this phone's gate name, so that the server's HTML already shows it. */
export const GATE_COOKIE = "gate";
export const DEFAULT_GATE = "Gate 1";

export const rememberGate = (name: string) => setPreference(GATE_COOKIE, name);

/** Returns the gate name that is stored on this phone, or null. */
export const storedGate = (): string | null => Cookies.get(GATE_COOKIE) || null;
