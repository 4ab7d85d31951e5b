import { authRoutes } from "@/lib/contract/auth.routes";
import { apiCallsOf } from "./call";

/** Typed functions for sign-in calls only, so that the sign-in page does not load the routes of all modules. */
export const { auth: authApi } = apiCallsOf({ auth: authRoutes });
