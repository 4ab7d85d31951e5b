import { remember } from "@/lib/client/preferences";

/** This phone's gate: a cookie, so that the server's first HTML already names it. */
export const GATE_COOKIE = "gate";
export const DEFAULT_GATE = "Gate 1";

export const rememberGate = (name: string) => remember(GATE_COOKIE, name);
