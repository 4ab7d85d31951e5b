import "server-only";
import { changeEmail, mailCodeToNewEmail } from "./account/change-email";
import {
  addPasskey,
  beginAuthenticatorSetup,
  confirmAuthenticator,
  createRecoveryCodes,
  removeAuthenticator,
  removePasskey,
} from "./account/change-keys";
import { changePassword } from "./account/change-password";
import {
  countCurrentPasswordAttempt,
  countNewEmailCodeAttempt,
  countProofAttempt,
  mailProofCode,
  newPasskeyOptions,
  passkeyProofOptions,
  proveIdentity,
  readProofState,
} from "./account/prove";
import { readSignInKeys } from "./account/read-keys";
import { api, apiWithPreparation } from "./api/pipeline";

const { account: calls } = api;
/** Builds handlers for calls that check a password or code. Each attempt is counted before the check. */
const { account: rateLimited } = apiWithPreparation(countProofAttempt);

/** Handlers of the `account.*` calls, with which admins change their own password, email address and sign-in keys. */
export const accountHandlers = {
  proof: calls.proof.handler(({ context }) => readProofState(context)),
  prove: rateLimited.prove.handler(({ input, context }) => proveIdentity(context, input)),
  mailProofCode: calls.mailProofCode.handler(({ context }) => mailProofCode(context)),
  passkeyChallenge: calls.passkeyChallenge.handler(({ context }) => passkeyProofOptions(context)),
  keys: calls.keys.handler(({ context }) => readSignInKeys(context.db, context.admin.id)),
  newPasskeyChallenge: calls.newPasskeyChallenge.handler(({ context }) => newPasskeyOptions(context)),
  addPasskey: calls.addPasskey.handler(({ input, context }) => addPasskey(context, input)),
  removePasskey: calls.removePasskey.handler(({ input, context }) => removePasskey(context, input.passkeyId)),
  beginAuthenticator: calls.beginAuthenticator.handler(({ context }) => beginAuthenticatorSetup(context)),
  confirmAuthenticator: rateLimited.confirmAuthenticator.handler(({ input, context }) =>
    confirmAuthenticator(context, input.code),
  ),
  removeAuthenticator: calls.removeAuthenticator.handler(({ context }) => removeAuthenticator(context)),
  createRecoveryCodes: calls.createRecoveryCodes.handler(({ context }) => createRecoveryCodes(context)),
  changePassword: apiWithPreparation(countCurrentPasswordAttempt).account.changePassword.handler(({ input, context }) =>
    changePassword(context, input),
  ),
  mailEmailCode: calls.mailEmailCode.handler(({ input, context }) => mailCodeToNewEmail(context, input.email)),
  changeEmail: apiWithPreparation(countNewEmailCodeAttempt).account.changeEmail.handler(({ input, context }) =>
    changeEmail(context, input),
  ),
};
