import { authRoutes } from "@/lib/contract/auth.routes";
import { callsOf } from "./call";

/** The calls of sign-in alone: its page comes without the routes of all modules and their bytes. */
export const { auth: authApi } = callsOf({ auth: authRoutes });
