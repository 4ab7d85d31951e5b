import { z } from "zod";
import { authRoutes as routes } from "./auth.routes";
import { declare, email, id, instant, nothing, text } from "./common";

export const credentials = z.strictObject({
  email,
  password: text(128, 1),
});
/** The 6 digits that the mail carried. */
export const signInCode = z.string().regex(/^\d{6}$/, "Enter the 6 digits of the code.");

const challenge = z.object({ reference: id, expires_at: instant });

export const me = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

export const auth = {
  login: declare(routes.login, { input: credentials, output: challenge }),
  resendCode: declare(routes.resendCode, { input: z.strictObject({ reference: id }), output: challenge }),
  verifySignIn: declare(routes.verifySignIn, {
    input: z.strictObject({ reference: id, token: signInCode }),
    output: z.object({ token: z.string() }),
  }),
  forgot: declare(routes.forgot, { input: z.strictObject({ email }), output: z.object({}) }),
  resetPassword: declare(routes.resetPassword, {
    input: z.strictObject({ reference: id, email, password: text(128, 12) }),
    output: z.object({}),
  }),
  me: declare(routes.me, { input: nothing, output: me }),
  logout: declare(routes.logout, { input: nothing, output: z.object({}) }),
};
