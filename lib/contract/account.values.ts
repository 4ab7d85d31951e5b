/** How an admin proves who they are, beside the password. `mail`: a mailed code, where no key is set up. */
export const PROOF_METHODS = ["passkey", "authenticator", "recovery_code", "mail"] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Minutes for which a proof of identity serves (docs/sign-in.md). */
export const PROOF_MINUTES = 15;

/** What a challenge is answered with: a new passkey, a passkey that exists, a code mailed to the admin, or to their new address. */
export const PROOF_CHALLENGES = ["new_passkey", "passkey", "mailed_code", "new_email"] as const;
export type ProofChallenge = (typeof PROOF_CHALLENGES)[number];

export const PASSKEY_NAME_MAX = 60;
/** Passkeys of one admin. */
export const PASSKEYS_MAX = 10;
export const RECOVERY_CODES = 10;
