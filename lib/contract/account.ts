import { z } from "zod";
import { accountRoutes as routes } from "./account.routes";
import { MAX_PASSKEY_NAME_LENGTH, PROOF_METHODS } from "./account.values";
import { newPassword, signInCode } from "./auth";
import { email, endpoint, id, instant, noInput, oneLine, text } from "./common";
import { newPasskeyAnswer, passkeyAnswer, recoveryCode } from "./passkey";

const proofReference = { reference: id };
/** Input with which an admin proves their identity, by method. */
export const proofAnswer = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("passkey"), ...proofReference, credential: passkeyAnswer }),
  z.strictObject({ method: z.literal("authenticator"), code: signInCode }),
  z.strictObject({ method: z.literal("recovery_code"), code: recoveryCode }),
  z.strictObject({ method: z.literal("mail"), ...proofReference, code: signInCode }),
]);
export type ProofAnswer = z.output<typeof proofAnswer>;

const proofState = z.object({
  /** Methods with which this admin can prove their identity: passkey, authenticator app, or a mailed code if neither works. */
  methods: z.array(z.enum(PROOF_METHODS)),
  /** Time until which the last proof of identity in this session is valid; null if the session has no proof. */
  proved_until: instant.nullable(),
});
/** How the admin can prove their identity, and until when the last proof is valid. */
export type ProofState = z.infer<typeof proofState>;

const mailedCode = z.object({ ...proofReference, expires_at: instant });
/** Options that the browser passes to `navigator.credentials` to create or use a passkey. */
const passkeyOptions = z.object({ ...proofReference, options: z.record(z.string(), z.unknown()) });

const signInKeys = z.object({
  passkeys: z.array(
    z.object({
      passkeyId: z.string(),
      name: z.string(),
      is_synced: z.boolean(),
      created_at: instant,
      last_used_at: instant.nullable(),
    }),
  ),
  authenticator: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
  recovery_codes: z.object({ left: z.int(), created_at: instant }).nullable(),
  /** True if this origin supports passkeys: browsers require a domain name, and https except on localhost. */
  allows_passkeys: z.boolean(),
});
/** Passkeys, authenticator app and recovery codes of an admin. */
export type SignInKeys = z.infer<typeof signInKeys>;

/** Input with the name that an admin gives a passkey. */
export const passkeyName = z.strictObject({ name: oneLine(MAX_PASSKEY_NAME_LENGTH, 1) });
/** Input that adds a passkey: its name and the browser's response. */
export const passkeyCreation = passkeyName.extend({ ...proofReference, credential: newPasskeyAnswer });
/** Form input for a proof by recovery code. */
export const recoveryProof = z.strictObject({ code: recoveryCode });
/** Input with a six-digit code from an authenticator app or a mail. */
export const authenticatorCode = z.strictObject({ code: signInCode });
/** Input that changes the signed-in admin's password. */
export const passwordChange = z.strictObject({ current_password: text(128, 1), password: newPassword });
/** Input of an email change: the new address, to which a code is mailed. */
export const emailChange = z.strictObject({ email });
/** Input that confirms a new email address with the mailed code. */
export const emailCode = z.strictObject({ ...proofReference, code: signInCode });

/** Calls of the admin's own account, with descriptions and schemas. */
export const accountCalls = {
  proof: endpoint(routes.proof, {
    summary: "Ways in which the signed-in admin can prove their identity, and the expiry of the last proof",
    input: noInput,
    output: proofState,
  }),
  prove: endpoint(routes.prove, {
    summary: "Prove the identity of the signed-in admin; valid in this session for 15 minutes",
    done: "Proved their identity",
    input: proofAnswer,
    output: proofState,
  }),
  mailProofCode: endpoint(routes.mailProofCode, {
    summary: "Mail a code as proof of identity; for admins without passkey or authenticator app",
    done: "Requested a code to prove their identity",
    input: noInput,
    output: mailedCode,
  }),
  passkeyChallenge: endpoint(routes.passkeyChallenge, {
    summary: "Request a challenge for one of my passkeys",
    input: noInput,
    output: passkeyOptions,
  }),
  keys: endpoint(routes.keys, {
    summary: "My passkeys, authenticator app and recovery codes",
    input: noInput,
    output: signInKeys,
  }),
  newPasskeyChallenge: endpoint(routes.newPasskeyChallenge, {
    summary: "Request a challenge for a new passkey",
    input: noInput,
    output: passkeyOptions,
  }),
  addPasskey: endpoint(routes.addPasskey, {
    summary: "Add a passkey",
    done: "Added a passkey",
    input: passkeyCreation,
    output: signInKeys,
  }),
  removePasskey: endpoint(routes.removePasskey, {
    summary: "Remove one of my passkeys",
    done: "Removed a passkey",
    input: z.strictObject({ passkeyId: id }),
    output: signInKeys,
  }),
  beginAuthenticator: endpoint(routes.beginAuthenticator, {
    summary: "Request a secret for an authenticator app; it works after its first code is entered",
    done: "Began to set up an authenticator app",
    input: noInput,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmAuthenticator: endpoint(routes.confirmAuthenticator, {
    summary: "Set up the authenticator app with its first code",
    done: "Set up an authenticator app",
    input: authenticatorCode,
    output: signInKeys,
  }),
  removeAuthenticator: endpoint(routes.removeAuthenticator, {
    summary: "Remove my authenticator app",
    done: "Removed their authenticator app",
    input: noInput,
    output: signInKeys,
  }),
  createRecoveryCodes: endpoint(routes.createRecoveryCodes, {
    summary: "Create ten new recovery codes; older ones stop working",
    done: "Made new recovery codes",
    input: noInput,
    output: z.object({ codes: z.array(z.string()) }),
  }),
  changePassword: endpoint(routes.changePassword, {
    summary: "Change my password; my other sessions end",
    done: "Changed their password",
    input: passwordChange,
    output: z.object({}),
  }),
  mailEmailCode: endpoint(routes.mailEmailCode, {
    summary: "Mail a code to my new email address",
    done: "Requested to change their email address",
    input: emailChange,
    output: mailedCode,
  }),
  changeEmail: endpoint(routes.changeEmail, {
    summary: "Change my email address with the code that was mailed to the new one",
    done: "Changed their email address",
    input: emailCode,
    output: z.object({ email: z.string() }),
  }),
};
