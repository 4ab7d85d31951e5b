import { route } from "./route";

/** Routes for the signed-in admin's own account: proofs of identity, keys, password and email. */
export const accountRoutes = {
  proof: route("GET", "/auth/admin/proof", "signed-in"),
  prove: route("PATCH", "/auth/admin/proof", "signed-in", { secret: true }),
  mailProofCode: route("POST", "/auth/admin/proof/mailed-code", "signed-in"),
  passkeyChallenge: route("POST", "/auth/admin/proof/passkey-challenge", "signed-in", { reads: true }),

  keys: route("GET", "/auth/admin/keys", "signed-in"),
  newPasskeyChallenge: route("POST", "/auth/admin/keys/passkey-challenge", "signed-in", { proof: true, reads: true }),
  addPasskey: route("POST", "/auth/admin/keys/passkeys", "signed-in", { proof: true }),
  removePasskey: route("DELETE", "/auth/admin/keys/passkeys/{passkeyId}", "signed-in", { proof: true }),
  beginAuthenticator: route("POST", "/auth/admin/keys/authenticator", "signed-in", { proof: true, secret: true }),
  confirmAuthenticator: route("PATCH", "/auth/admin/keys/authenticator", "signed-in", { proof: true, secret: true }),
  removeAuthenticator: route("DELETE", "/auth/admin/keys/authenticator", "signed-in", { proof: true }),
  createRecoveryCodes: route("POST", "/auth/admin/keys/recovery-codes", "signed-in", { proof: true, secret: true }),

  changePassword: route("PATCH", "/auth/admin/password", "signed-in", { proof: true, secret: true }),
  mailEmailCode: route("POST", "/auth/admin/email", "signed-in", { proof: true }),
  changeEmail: route("PATCH", "/auth/admin/email", "signed-in", { proof: true, secret: true }),
};
