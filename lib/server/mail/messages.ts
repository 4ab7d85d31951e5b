import "server-only";
import { composeMail, type MailRecipient } from "./mail";

/** Mail with the code of a sign-in. The subject contains no code, because lock screens and mail servers' logs show subjects. */
export const signInCodeMail = (admin: MailRecipient, code: string, minutes: number) =>
  composeMail(admin, {
    subject: "Your Cross River Pay sign-in code",
    code: { label: "Your sign-in code is", value: code },
    blocks: [
      `It works once and for ${minutes} minutes. Nobody from Cross River Pay will ever ask you for it.\nIf you did not try to sign in, change your password and tell a full administrator.`,
    ],
  });

/** Tells a citizen the decision on their identity request. */
export const kycDecisionMail = (
  user: MailRecipient,
  request: { reference: string; outcome: string; message: string | null },
) =>
  composeMail(user, {
    subject: `Your identity request ${request.reference}`,
    blocks: [request.outcome, ...(request.message ? [request.message] : [])],
    isSigned: true,
  });

/** A mail to a citizen. It may quote what citizens wrote. */
export const citizenMail = (user: MailRecipient, { subject, text }: { subject: string; text: string }) =>
  composeMail(user, { subject, blocks: [text], isSigned: true });

/**
 * Mail with the link to set a new password. Contains no other data about the account, because the link works for every reader of the mail.
 */
export const resetPasswordMail = (admin: MailRecipient, link: string, minutes: number) =>
  composeMail(admin, {
    subject: "Reset your Cross River Pay password",
    blocks: [
      "Someone requested to reset the password of this account. Open this link to choose a new one:",
      { kind: "button", label: "Choose a new password", url: link },
      `The link works once and for ${minutes} minutes. If it was not you, do nothing: your password does not change.`,
    ],
  });

/** Informs an admin that their password was changed. */
export const passwordChangedMail = (admin: MailRecipient) =>
  composeMail(admin, {
    subject: "Your Cross River Pay password was changed",
    blocks: [
      "The password of this account was just changed with a link from a mail, and all its sessions have ended.\nIf it was not you, tell a full administrator immediately.",
    ],
  });

/** Mail with the link of an invitation. The link contains the invited email address; accepting it with another one is rejected. */
export const invitationMail = (admin: MailRecipient, invitation: { by: string; link: string; days: number }) =>
  composeMail(admin, {
    subject: "You are invited to the Cross River Pay back office",
    blocks: [
      `${invitation.by} has invited you to the Cross River Pay back office. Open this link to choose your password:`,
      { kind: "button", label: "Accept the invitation", url: invitation.link },
      `It works once and for ${invitation.days} days. If you did not expect this, ignore the mail: nothing happens without the link.`,
    ],
  });
