import "server-only";
import { passkeyRequestOptions } from "./account/webauthn";
import { api } from "./api/pipeline";
import { acceptInvitation } from "./auth/accept-invitation";
import { beginSignIn } from "./auth/begin-sign-in";
import { createFirstAdmin, readInstallationState } from "./auth/first-admin";
import { checkMailedLink } from "./auth/mailed-links";
import { endMyOtherSessions, endMySession, listSessions, signOut } from "./auth/my-sessions";
import { profileOf } from "./auth/profile";
import { resetPasswordByLink } from "./auth/reset-password";
import { sendResetLink } from "./auth/send-reset-link";
import { finishSignIn, finishSignInWithPasskey, sendNewSignInCode } from "./auth/sign-in-codes";

const { auth: calls } = api;

/** Handlers of the `auth.*` calls: sign-in, password reset, invitations and sessions. */
export const authHandlers = {
  login: calls.login.handler(({ input, context }) => beginSignIn(context, input)),
  resendCode: calls.resendCode.handler(({ input, context }) => sendNewSignInCode(context, input.reference)),
  verifySignIn: calls.verifySignIn.handler(({ input, context }) => finishSignIn(context, input)),
  passkeyOptions: calls.passkeyOptions.handler(async ({ input }) => ({
    options: { ...(await passkeyRequestOptions(input.reference)) },
  })),
  verifyPasskey: calls.verifyPasskey.handler(({ input, context }) => finishSignInWithPasskey(context, input)),
  forgot: calls.forgot.handler(({ input, context }) => sendResetLink(context, input.email)),
  resetPassword: calls.resetPassword.handler(({ input, context }) => resetPasswordByLink(context, input)),
  register: calls.register.handler(({ input, context }) => acceptInvitation(context, input)),
  checkLink: calls.checkLink.handler(({ input, context }) => checkMailedLink(context, input)),
  installation: calls.installation.handler(({ context: { db } }) => readInstallationState(db)),
  setUp: calls.setUp.handler(({ input, context }) => createFirstAdmin(context, input)),
  me: calls.me.handler(({ context: { admin } }) => profileOf(admin)),
  logout: calls.logout.handler(({ context }) => signOut(context)),
  sessions: calls.sessions.handler(({ context }) => listSessions(context)),
  endSession: calls.endSession.handler(({ input, context }) => endMySession(context, input.sessionId)),
  endOtherSessions: calls.endOtherSessions.handler(({ context }) => endMyOtherSessions(context)),
};
