import { route } from "./route";

export const authRoutes = {
  login: route("POST", "/auth/admin/login", "public", "Check email and password and mail a sign-in code", {
    done: "Began to sign in",
  }),
  resendCode: route(
    "POST",
    "/auth/admin/resend-code",
    "public",
    "Mail a new sign-in code; tries already used stay used",
    { done: "Requested a new sign-in code" },
  ),
  verifySignIn: route("PATCH", "/auth/admin/verify-token/sign-in", "public", "Exchange the mailed code for a session", {
    done: "Signed in",
  }),
  forgot: route("POST", "/auth/admin/forgot", "public", "Mail a link to reset the password", {
    done: "Requested a password reset",
  }),
  resetPassword: route(
    "PATCH",
    "/auth/admin/reset-password",
    "public",
    "Set a new password with the mailed reference",
    { done: "Reset the password" },
  ),
  register: route("POST", "/auth/admin/register", "public", "Accept an invitation with the mailed reference", {
    done: "Accepted an invitation",
  }),
  checkLink: route(
    "POST",
    "/auth/admin/check-link",
    "public",
    "Whether a mailed link can be used, and whom an invitation names; uses nothing up",
    { reads: true },
  ),
  installation: route("GET", "/auth/admin/installation", "public", "Whether there is no admin yet"),
  setUp: route(
    "POST",
    "/auth/admin/set-up",
    "public",
    "Create the first full administrator of an empty installation with the key that the server printed",
    { done: "Set up the installation" },
  ),
  me: route("GET", "/users", "signed-in", "The signed-in admin"),
  logout: route("DELETE", "/auth/admin/session", "signed-in", "End this session", {
    done: "Signed out",
    keepalive: true,
  }),
  sessions: route("GET", "/auth/admin/sessions", "signed-in", "My open sessions"),
  endSession: route("DELETE", "/auth/admin/sessions/{sessionId}", "signed-in", "End one of my sessions", {
    done: "Ended a session",
  }),
  endOtherSessions: route("DELETE", "/auth/admin/sessions", "signed-in", "End all my sessions but this one", {
    done: "Ended all other sessions",
  }),
};
