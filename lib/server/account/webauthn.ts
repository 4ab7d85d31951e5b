import "server-only";
import { isIP } from "node:net";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@/lib/contract/passkey";
import { env } from "@/lib/env";
import { passkeyChallenge } from "@/lib/server/base/secret";
import type { passkeys } from "@/lib/server/db/schema/account";

type Passkey = typeof passkeys.$inferSelect;

/** What passkeys are made for: the host of APP_ORIGIN, which browsers call the relying party. */
function relyingParty() {
  const { hostname, origin, protocol } = new URL(env().appOrigin);
  return { id: hostname, name: "Cross River Pay", origin, isSecure: protocol === "https:" || hostname === "localhost" };
}

/** The host that passkeys are made for now. */
export const passkeyHost = () => relyingParty().id;

/** Whether browsers make passkeys for APP_ORIGIN: they want a domain name, and https outside localhost. */
export function allowsPasskeys(): boolean {
  const { id, isSecure } = relyingParty();
  return isSecure && isIP(id.replace(/^\[|\]$/g, "")) === 0;
}

/** Ed25519, ES256 and RS256, by their numbers in COSE. Signatures of post-quantum ones are too long for a sign-in's body. */
const ALGORITHMS = [-8, -7, -257];

/** What else an answer of WebAuthn has, and nobody needs. */
const whole = (id: string) => ({ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} });

// Loaded with the first passkey: a server whose admins have none never needs it.
const library = () => import("@simplewebauthn/server");

/** Options for `navigator.credentials.create`. The device asks for its PIN, fingerprint or face, and keeps the key itself. */
export async function creationOptions(
  reference: string,
  admin: { id: string; email: string; name: string },
  existing: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library();
  const { id, name } = relyingParty();
  return generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(admin.id)),
    userName: admin.email,
    userDisplayName: admin.name,
    challenge: new Uint8Array(passkeyChallenge(reference)),
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Options for `navigator.credentials.get`. @param allowed none: any passkey of this site that the device has */
export async function requestOptions(reference: string, allowed: readonly Passkey[] = []) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: new Uint8Array(passkeyChallenge(reference)),
    allowCredentials: allowed.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    userVerification: "required",
  });
}

const expected = (reference: string) => ({
  expectedChallenge: passkeyChallenge(reference).toString("base64url"),
  expectedOrigin: relyingParty().origin,
  expectedRPID: relyingParty().id,
  requireUserVerification: true,
});

/** @returns what to store of a new passkey; null when the answer doesn't fit the challenge, this site or its own signature */
export async function verifyNewPasskey(reference: string, { id, response }: NewPasskeyAnswer) {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const result = await verifyRegistrationResponse({
    ...expected(reference),
    supportedAlgorithmIDs: ALGORITHMS,
    response: { ...whole(id), response: { clientDataJSON, attestationObject } },
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential: made, credentialBackedUp } = result.registrationInfo;
  return {
    host: passkeyHost(),
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    signatures: made.counter,
    transports,
    isSynced: credentialBackedUp,
  };
}

/** @returns how many signatures the device counted; null when the answer isn't this passkey's for this challenge and site */
export async function verifyPasskey(reference: string, passkey: Passkey, { id, response }: PasskeyAnswer) {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    ...expected(reference),
    response: { ...whole(id), response: { clientDataJSON, authenticatorData, signature } },
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signatures,
    },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}
