import { route } from "./route";

export const authRoutes = {
  login: route("POST", "/auth/admin/login", "public", "Check email and password and mail a sign-in code"),
  resendCode: route(
    "POST",
    "/auth/admin/resend-code",
    "public",
    "Mail a new sign-in code; tries already used stay used",
  ),
  verifySignIn: route("PATCH", "/auth/admin/verify-token/sign-in", "public", "Exchange the mailed code for a session"),
  forgot: route("POST", "/auth/admin/forgot", "public", "Mail a link to reset the password"),
  resetPassword: route("PATCH", "/auth/admin/reset-password", "public", "Set a new password with the mailed reference"),
  register: route("POST", "/auth/admin/register", "public", "Accept an invitation with the mailed reference"),
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
  ),
  me: route("GET", "/users", "signed-in", "The signed-in admin"),
  logout: route("DELETE", "/auth/admin/session", "signed-in", "End this session", { keepalive: true }),
  sessions: route("GET", "/auth/admin/sessions", "signed-in", "My open sessions"),
  endSession: route("DELETE", "/auth/admin/sessions/{sessionId}", "signed-in", "End one of my sessions"),
  endOtherSessions: route("DELETE", "/auth/admin/sessions", "signed-in", "End all my sessions but this one"),
};
