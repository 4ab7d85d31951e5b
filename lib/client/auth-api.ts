import { authRoutes } from "@/lib/contract/auth.routes";
import { callsOf } from "./call";

/** Calls of sign-in only, so that its page does not load the routes of all modules. */
export const { auth: authApi } = callsOf({ auth: authRoutes });
