import { z } from "zod";

/** Binary values of WebAuthn as JSON carries them. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, "This is not an answer of a passkey.");
const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal("public-key") };

/** `AuthenticationResponseJSON` of WebAuthn; other keys are ignored. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(2_000),
    authenticatorData: base64url(2_000),
    signature: base64url(2_000),
    userHandle: base64url(200).nullish(),
  }),
});
/** `RegistrationResponseJSON` of WebAuthn; other keys are ignored. */
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(2_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

/** 16 signs in groups of four; spaces, hyphens and case don't matter. */
export const recoveryCode = z
  .string()
  .max(60)
  .regex(/^[\s\w-]{16,}$/, "Enter a recovery code, such as 7K2M-9QX4-TB3D-5W8N.");
