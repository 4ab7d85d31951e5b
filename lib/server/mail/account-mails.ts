import "server-only";
import { composeMail, type MailRecipient } from "./mail";

const buildMail = (recipient: MailRecipient, subject: string, ...blocks: string[]) =>
  composeMail(recipient, { subject, blocks });

const NOT_YOU_NOTE = "If it was not you, tell a full administrator immediately.";

/** Mail with a code that a signed-in admin enters to prove their identity. */
export const proofCodeMail = (recipient: MailRecipient, code: string, minutes: number) =>
  composeMail(recipient, {
    subject: "Your Cross River Pay confirmation code",
    code: { label: "Your confirmation code is", value: code },
    blocks: [
      `It works once and for ${minutes} minutes, in the browser that requested it. Nobody from Cross River Pay will ever ask you for it.\n${NOT_YOU_NOTE}`,
    ],
  });

/** Mail with the code that confirms a new email address. The address is unconfirmed, so the mail contains no other account data. */
export const newEmailCodeMail = (recipient: MailRecipient, code: string, minutes: number) =>
  composeMail(recipient, {
    subject: "Confirm your new email address",
    code: { label: "To use this address for your Cross River Pay account, enter the code", value: code },
    blocks: [`It works once and for ${minutes} minutes. If you did not expect this, ignore the mail.`],
  });

/** Informs the previous address of an admin about the new one. */
export const emailChangedMail = (recipient: MailRecipient, email: string) =>
  buildMail(
    recipient,
    "Your Cross River Pay email address was changed",
    `Your account now has the email address ${email}. You sign in with it, and mails go there. Your other sessions have ended.`,
    NOT_YOU_NOTE,
  );

/** Informs an admin that they changed their password. */
export const ownPasswordChangedMail = (recipient: MailRecipient) =>
  buildMail(
    recipient,
    "Your Cross River Pay password was changed",
    "You changed the password of your account. Your other sessions have ended.",
    NOT_YOU_NOTE,
  );

/** Informs an admin about a change of their sign-in keys. @param changeText such as "A passkey was added: Work laptop." */
export const signInKeysChangedMail = (recipient: MailRecipient, changeText: string) =>
  buildMail(recipient, "Your Cross River Pay sign-in keys were changed", changeText, NOT_YOU_NOTE);

/** Informs an admin that a recovery code of their account was used. */
export const recoveryCodeUsedMail = (recipient: MailRecipient) =>
  buildMail(
    recipient,
    "A recovery code of your Cross River Pay account was used",
    "A recovery code was used instead of your passkey or authenticator app.",
    NOT_YOU_NOTE,
  );

/** Informs an admin that another admin removed their sign-in keys. */
export const signInKeysResetMail = (recipient: MailRecipient, changedBy: string) =>
  buildMail(
    recipient,
    "Your Cross River Pay sign-in keys were removed",
    `${changedBy} removed your passkeys, authenticator app and recovery codes, and ended your sessions. Sign in with your password and a mailed code, then set up new keys.`,
    "If you did not request it, tell a full administrator immediately.",
  );
