/** Methods besides the password that prove an admin's identity. `mail`: a mailed code, for admins without passkey and authenticator app. */
export const PROOF_METHODS = ["passkey", "authenticator", "recovery_code", "mail"] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Minutes for which a proof of identity is valid (docs/sign-in.md). */
export const PROOF_VALID_MINUTES = 15;

/** Kinds of challenge: register or use a passkey, enter a code mailed to the current or to the new address. */
export const PROOF_CHALLENGES = ["new_passkey", "passkey", "mailed_code", "new_email"] as const;
export type ProofChallenge = (typeof PROOF_CHALLENGES)[number];

/** Maximum length of a passkey's name. */
export const MAX_PASSKEY_NAME_LENGTH = 60;
/** Maximum number of passkeys per admin. */
export const MAX_PASSKEYS = 10;
/** Number of recovery codes that an admin gets at a time. */
export const RECOVERY_CODE_COUNT = 10;
