import "server-only";
import { isIP } from "node:net";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@/lib/contract/passkey";
import { env } from "@/lib/env";
import { passkeyChallenge, passkeyChallenges } from "@/lib/server/base/secret";
import type { passkeys } from "@/lib/server/db/schema/account";

type Passkey = typeof passkeys.$inferSelect;

/** Returns the relying party of WebAuthn: the host of APP_ORIGIN, to which passkeys belong. */
function relyingParty() {
  const { hostname, origin, protocol } = new URL(env().appOrigin);
  return { id: hostname, name: "Cross River Pay", origin, isSecure: protocol === "https:" || hostname === "localhost" };
}

/** Returns the host to which new passkeys belong. */
export const passkeyHost = () => relyingParty().id;

/** Returns true if browsers can create passkeys for APP_ORIGIN: that needs a domain name, and https unless localhost. */
export function doesOriginAllowPasskeys(): boolean {
  const { id, isSecure } = relyingParty();
  return isSecure && isIP(id.replace(/^\[|\]$/g, "")) === 0;
}

/** COSE numbers of Ed25519, ES256 and RS256. Post-quantum signatures are too long for a sign-in's body limit. */
const SIGNATURE_ALGORITHMS = [-8, -7, -257];

/** Returns the fields that the WebAuthn type of a credential requires. Only the id carries information. */
const toCredential = (id: string) => ({ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} });

// Loads the WebAuthn library on first use, because installations without passkeys never need it.
const loadWebauthn = () => import("@simplewebauthn/server");

/** Returns options for `navigator.credentials.create`. The device checks PIN, fingerprint or face, and keeps the private key. */
export async function passkeyCreationOptions(
  reference: string,
  admin: { id: string; email: string; name: string },
  existing: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await loadWebauthn();
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
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Returns options for `navigator.credentials.get`.
 * @param allowed ids of the passkeys that may sign; empty to allow every passkey of this site
 */
export async function passkeyRequestOptions(reference: string, allowed: readonly Passkey[] = []) {
  const { generateAuthenticationOptions } = await loadWebauthn();
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

const verificationOptions = (reference: string) => ({
  expectedChallenge: (challenge: string) =>
    passkeyChallenges(reference).some((valid) => valid.toString("base64url") === challenge),
  expectedOrigin: relyingParty().origin,
  expectedRPID: relyingParty().id,
  requireUserVerification: true,
});

/** Verifies a new passkey. @returns the values to store; null if challenge, site or signature do not match */
export async function verifyNewPasskey(reference: string, { id, response }: NewPasskeyAnswer) {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const result = await verifyRegistrationResponse({
    ...verificationOptions(reference),
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    response: { ...toCredential(id), response: { clientDataJSON, attestationObject } },
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential: newCredential, credentialBackedUp } = result.registrationInfo;
  return {
    host: passkeyHost(),
    credentialId: newCredential.id,
    publicKey: Buffer.from(newCredential.publicKey),
    signatures: newCredential.counter,
    transports,
    isSynced: credentialBackedUp,
  };
}

/** Verifies a signature by a stored passkey. @returns the device's signature counter; null if passkey, challenge or site do not match */
export async function verifyPasskey(reference: string, passkey: Passkey, { id, response }: PasskeyAnswer) {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    ...verificationOptions(reference),
    response: { ...toCredential(id), response: { clientDataJSON, authenticatorData, signature } },
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signatures,
    },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}
