import "server-only";
import type { Mail } from "./messages";

type Reader = { firstName: string; email: string };

const mail = (to: Reader, subject: string, ...parts: string[]): Mail => ({
  to: to.email,
  subject,
  text: `Hello ${to.firstName},

${parts.join("\n\n")}
`,
});

const NOT_YOU = "If it was not you, tell a full administrator immediately.";

/** The code is only in the body, because lock screens show subjects. */
export const proofCodeMail = (to: Reader, code: string, minutes: number) =>
  mail(
    to,
    "Your Cross River Pay confirmation code",
    `Your confirmation code is ${code}`,
    `It works once and for ${minutes} minutes, in the browser that requested it. Nobody from Cross River Pay will ever ask you for it.\n${NOT_YOU}`,
  );

/** @param code goes to an address that is not confirmed yet, so the mail has no other account data */
export const newEmailCodeMail = (to: Reader, code: string, minutes: number) =>
  mail(
    to,
    "Confirm your new email address",
    `To use this address for your Cross River Pay account, enter the code ${code}`,
    `It works once and for ${minutes} minutes. If you did not expect this, ignore the mail.`,
  );

export const emailChangedMail = (to: Reader, email: string) =>
  mail(
    to,
    "Your Cross River Pay email address was changed",
    `Your account now has the email address ${email}. You sign in with it, and mails go there. Your other sessions have ended.`,
    NOT_YOU,
  );

export const ownPasswordChangedMail = (to: Reader) =>
  mail(
    to,
    "Your Cross River Pay password was changed",
    "You changed the password of your account. Your other sessions have ended.",
    NOT_YOU,
  );

/** @param what "A passkey was added: Work laptop." */
export const keysChangedMail = (to: Reader, what: string) =>
  mail(to, "Your Cross River Pay sign-in keys were changed", what, NOT_YOU);

export const recoveryCodeUsedMail = (to: Reader) =>
  mail(
    to,
    "A recovery code of your Cross River Pay account was used",
    "A recovery code was used instead of your passkey or authenticator app.",
    NOT_YOU,
  );

export const keysResetMail = (to: Reader, by: string) =>
  mail(
    to,
    "Your Cross River Pay sign-in keys were removed",
    `${by} removed your passkeys, authenticator app and recovery codes, and ended your sessions. Sign in with your password and a mailed code, then set up new keys.`,
    "If you did not request it, tell a full administrator immediately.",
  );
