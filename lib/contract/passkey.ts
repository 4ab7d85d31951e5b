import { z } from "zod";
import { requiredText } from "./common";

/** Binary values of WebAuthn, encoded for JSON. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, "This is not a response of a passkey.");
/** Id of a passkey, at most 187 bytes. Ids of phones, computers and security keys have 16 to 128 bytes. */
const credentialId = base64url(250);

/** WebAuthn's `AuthenticationResponseJSON`; ignores other keys. The length limits keep the request below PUBLIC_BODY_BYTES. */
export const passkeyAnswer = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(500),
    authenticatorData: base64url(150),
    signature: base64url(350),
  }),
});
/** `RegistrationResponseJSON` of WebAuthn; ignores other keys. */
export const newPasskeyAnswer = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(500),
    attestationObject: base64url(4_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
/** The browser's response when a passkey signs in. */
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
/** The browser's response when a passkey is created. */
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

/** Recovery code: 16 characters in groups of four. Ignores spaces, hyphens and case. */
export const recoveryCode = requiredText("Enter a recovery code, such as 7K2M-9QX4-TB3D-5W8N.")
  .max(60)
  .regex(/^[\s\w-]{16,}$/, "Enter a recovery code, such as 7K2M-9QX4-TB3D-5W8N.");
