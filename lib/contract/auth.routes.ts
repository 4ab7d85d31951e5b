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
  me: route("GET", "/users", "signed-in", "The signed-in admin"),
  logout: route("DELETE", "/auth/admin/session", "signed-in", "End this session", { keepalive: true }),
};
