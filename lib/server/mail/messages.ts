import "server-only";

/** `ticketIds`: tickets to attach as a PDF when the mail is sent. */
export type Mail = { to: string; subject: string; text: string; ticketIds?: string[] };

/** The code is only in the body, because lock screens show subjects. */
export const signInCodeMail = (admin: { firstName: string; email: string }, code: string, minutes: number): Mail => ({
  to: admin.email,
  subject: "Your Cross River Pay sign-in code",
  text: `Hello ${admin.firstName},

Your sign-in code is ${code}

It works once and for ${minutes} minutes. Nobody from Cross River Pay will ever ask you for it.
If you did not try to sign in, change your password and tell a full administrator.
`,
});

/** Tells a citizen the decision on their identity request. */
export const kycDecisionMail = (
  user: { firstName: string; email: string },
  request: { reference: string; tier: number; outcome: string; message: string | null },
): Mail => ({
  to: user.email,
  subject: `Your identity request ${request.reference}`,
  text: `Hello ${user.firstName},

${request.outcome}
${request.message ? `\n${request.message}\n` : ""}
Cross River Pay
`,
});

/** A mail to a citizen. Plain text, so that texts of citizens can be quoted without escaping. */
export const citizenMail = (
  user: { firstName: string; email: string },
  notification: { subject: string; text: string },
): Mail => ({
  to: user.email,
  subject: notification.subject,
  text: `Hello ${user.firstName},

${notification.text}

Cross River Pay
`,
});

/** The link works for anyone who reads the mail, so the mail contains no other data about the account. */
export const resetPasswordMail = (
  admin: { firstName: string; email: string },
  link: string,
  minutes: number,
): Mail => ({
  to: admin.email,
  subject: "Reset your Cross River Pay password",
  text: `Hello ${admin.firstName},

Someone requested to reset the password of this account. To choose a new one, open

${link}

The link works once and for ${minutes} minutes. If it was not you, do nothing: your password does not change.
`,
});

export const passwordChangedMail = (admin: { firstName: string; email: string }): Mail => ({
  to: admin.email,
  subject: "Your Cross River Pay password was changed",
  text: `Hello ${admin.firstName},

The password of this account was just changed with a link from a mail, and all its sessions have ended.
If it was not you, tell a full administrator immediately.
`,
});

/** The link contains the invited address: accepting it with another address is rejected. */
export const invitationMail = (
  admin: { firstName: string; email: string },
  invitation: { by: string; link: string; days: number },
): Mail => ({
  to: admin.email,
  subject: "You are invited to the Cross River Pay back office",
  text: `Hello ${admin.firstName},

${invitation.by} has invited you to the Cross River Pay back office. Open this link to choose your password:

${invitation.link}

It works once and for ${invitation.days} days. If you did not expect this, ignore the mail: nothing happens without the link.
`,
});
