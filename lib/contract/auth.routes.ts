import { route } from "./route";

/** Method, path and policy of the calls for sign-in, passwords and sessions. */
export const authRoutes = {
  login: route("POST", "/auth/admin/login", "public"),
  resendCode: route("POST", "/auth/admin/resend-code", "public"),
  verifySignIn: route("PATCH", "/auth/admin/verify-token/sign-in", "public"),
  passkeyOptions: route("POST", "/auth/admin/passkey-options", "public", { reads: true }),
  verifyPasskey: route("PATCH", "/auth/admin/verify-passkey/sign-in", "public"),
  forgot: route("POST", "/auth/admin/forgot", "public"),
  resetPassword: route("PATCH", "/auth/admin/reset-password", "public"),
  register: route("POST", "/auth/admin/register", "public"),
  checkLink: route("POST", "/auth/admin/check-link", "public", { reads: true }),
  installation: route("GET", "/auth/admin/installation", "public"),
  setUp: route("POST", "/auth/admin/set-up", "public"),
  me: route("GET", "/users", "signed-in"),
  logout: route("DELETE", "/auth/admin/session", "signed-in", { keepalive: true }),
  sessions: route("GET", "/auth/admin/sessions", "signed-in"),
  endSession: route("DELETE", "/auth/admin/sessions/{sessionId}", "signed-in"),
  endOtherSessions: route("DELETE", "/auth/admin/sessions", "signed-in"),
};
