import { z } from "zod";
import { PROOF_METHODS } from "./account.values";
import { authRoutes as routes } from "./auth.routes";
import { email, endpoint, id, instant, listOf, noInput, requiredText, text } from "./common";
import { passkeyAnswer, recoveryCode } from "./passkey";
import { consistsOfGuessableWords, type PasswordOwner } from "./password-context.values";
import { cleanPastedValue, withoutSeparators } from "./pasted.values";
import { personName } from "./person-name";

/** Input of a sign-in: email and password. */
export const credentials = z.strictObject({
  email,
  password: text(128, 1),
});
/** The 6 digits of a mailed code. */
export const signInCode = requiredText("Enter the 6 digits of the code.", withoutSeparators).regex(
  /^\d{6}$/,
  "Enter the 6 digits of the code.",
);

const CONTAINS_EMAIL = "The password must not contain your email address.";

const TOO_CLOSE =
  "This password is too close to this product's name or to yours. Use a sentence, or several other words.";

/** A new password: 12 to 128 characters, and not a common password (docs/rules.md, Auth). Loads the list of common passwords on first use. */
export const newPassword = text(128, 12).refine(
  async (password) => !(await import("./common-passwords")).isCommonPassword(password),
  "This password is too easy to guess. Use a sentence, or several words that do not belong together.",
);

/** Returns true if the password contains the email or its local part. Ignores local parts of one or two letters. */
function containsEmail(password: string, address: string): boolean {
  const [fullAddress, localPart = ""] = [address.toLowerCase(), address.toLowerCase().split("@")[0]];
  const lowerPassword = password.toLowerCase();
  return lowerPassword.includes(fullAddress) || (localPart.length > 2 && lowerPassword.includes(localPart));
}

/** Returns an error for a password that contains the owner's email, or consists mainly of guessable words; null if it is valid. */
export function passwordProblem(password: string, owner: PasswordOwner & { email: string }): string | null {
  if (containsEmail(password, owner.email)) return CONTAINS_EMAIL;
  return consistsOfGuessableWords(password, owner) ? TOO_CLOSE : null;
}

function refuseKnownWords({ value: { password, ...owner }, issues }: z.core.ParsePayload<NewAccess>): void {
  // Skips this check if another field is invalid: searching a password above the maximum length would be slow.
  if (issues.length > 0) return;
  const message = passwordProblem(password, owner);
  if (message) issues.push({ code: "custom", path: ["password"], message, input: password });
}
type NewAccess = PasswordOwner & { email: string; password: string };

/** Error message for a link whose secret part is not 256 bits in base64url. */
const BAD_REFERENCE_MESSAGE = "This is not the reference of a mailed link.";
const linkReference = requiredText(BAD_REFERENCE_MESSAGE).regex(/^[\w-]{43}$/, BAD_REFERENCE_MESSAGE);
const ownNameFields = { first_name: personName(80, 1), last_name: personName(80, 1) };

/** Input that requests a link for a new password. */
export const forgottenPassword = z.strictObject({ email });
/** Input that sets a new password with a mailed link. */
export const passwordReset = z
  .strictObject({ reference: linkReference, email, password: newPassword })
  .check(refuseKnownWords);
/** Input with which an invited admin creates an account. */
export const registration = z
  .strictObject({ reference: linkReference, email, ...ownNameFields, password: newPassword })
  .check(refuseKnownWords);
/** Input with which an invited admin creates an account, after validation. */
export type AdminRegistration = z.output<typeof registration>;
/** Input that creates the first admin of an empty installation, with the key that the server printed. */
export const firstAdminSetUp = z
  .strictObject({ setup_key: text(100, 1, cleanPastedValue), email, ...ownNameFields, password: newPassword })
  .check(refuseKnownWords);

/** Parts of a mailed link. Any text is accepted; an invalid one counts as an unusable link. */
export const mailedLink = z.strictObject({
  kind: z.enum(["reset", "invitation"]),
  reference: text(200, 1, cleanPastedValue),
  email: text(320, 1, cleanPastedValue),
});
const mailedLinkState = z.object({
  usable: z.boolean(),
  /** Name from the invitation; null for other links and unusable invitations. */
  name: z.object({ first_name: z.string(), last_name: z.string() }).nullable(),
});

const session = z.object({
  sessionId: z.string(),
  /** Browser and system at sign-in, such as "Chrome on Windows". */
  device: z.string(),
  address: z.string(),
  signed_in_at: instant,
  /** Time of the last activity, updated at most once a minute. */
  last_used_at: instant,
  expires_at: instant,
  /** True for the session that sends this request. */
  current: z.boolean(),
});
/** A sign-in session in the admin's list of sessions. */
export type AdminSession = z.infer<typeof session>;

const signInChallenge = z.object({ reference: id, expires_at: instant });
/** `methods`: second factors of this account. Always the mailed code, plus the methods that the admin set up. */
const signInStart = signInChallenge.extend({ methods: z.array(z.enum(PROOF_METHODS)) });

/** Response with the signed-in admin's own account. */
export const signedInAdmin = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

/** Calls for sign-in, passwords and sessions, with descriptions and schemas. */
export const authCalls = {
  login: endpoint(routes.login, {
    summary: "Check email and password and mail a sign-in code",
    done: "Began to sign in",
    input: credentials,
    output: signInStart,
  }),
  resendCode: endpoint(routes.resendCode, {
    summary: "Mail a new sign-in code; wrong attempts stay counted",
    done: "Requested a new sign-in code",
    input: z.strictObject({ reference: id }),
    output: signInChallenge,
  }),
  verifySignIn: endpoint(routes.verifySignIn, {
    summary: "Exchange the mailed code, a code of the authenticator app or a recovery code for a session",
    done: "Signed in",
    input: z.strictObject({ reference: id, token: z.union([signInCode, recoveryCode]) }),
    output: z.object({ token: z.string() }),
  }),
  passkeyOptions: endpoint(routes.passkeyOptions, {
    summary: "Request a passkey challenge instead of the mailed code",
    input: z.strictObject({ reference: id }),
    output: z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  verifyPasskey: endpoint(routes.verifyPasskey, {
    summary: "Exchange a passkey's response for a session",
    done: "Signed in",
    input: z.strictObject({ reference: id, credential: passkeyAnswer }),
    output: z.object({ token: z.string() }),
  }),
  forgot: endpoint(routes.forgot, {
    summary: "Mail a link to reset the password",
    done: "Requested a password reset",
    input: forgottenPassword,
    output: z.object({}),
  }),
  resetPassword: endpoint(routes.resetPassword, {
    summary: "Set a new password with the mailed reference",
    done: "Reset the password",
    input: passwordReset,
    output: z.object({}),
  }),
  register: endpoint(routes.register, {
    summary: "Accept an invitation with the mailed reference",
    done: "Accepted an invitation",
    input: registration,
    output: z.object({}),
  }),
  checkLink: endpoint(routes.checkLink, {
    summary: "Check whether a mailed link is valid, and whom an invitation names; does not use it up",
    input: mailedLink,
    output: mailedLinkState,
  }),
  installation: endpoint(routes.installation, {
    summary:
      "Whether the installation has no admin yet, and whether mails are written to files because mail is not set up",
    input: noInput,
    output: z.object({ empty: z.boolean(), mail_is_unset: z.boolean() }),
  }),
  setUp: endpoint(routes.setUp, {
    summary: "Create the first full administrator of an empty installation with the key that the server printed",
    done: "Set up the installation",
    input: firstAdminSetUp,
    output: z.object({}),
  }),
  me: endpoint(routes.me, { summary: "The signed-in admin", input: noInput, output: signedInAdmin }),
  logout: endpoint(routes.logout, {
    summary: "End this session",
    done: "Signed out",
    input: noInput,
    output: z.object({}),
  }),
  sessions: endpoint(routes.sessions, { summary: "My open sessions", input: noInput, output: listOf(session) }),
  endSession: endpoint(routes.endSession, {
    summary: "End one of my sessions",
    done: "Ended a session",
    input: z.strictObject({ sessionId: id }),
    output: z.object({}),
  }),
  endOtherSessions: endpoint(routes.endOtherSessions, {
    summary: "End all my other sessions",
    done: "Ended all other sessions",
    input: noInput,
    output: z.object({ ended: z.int() }),
  }),
};
