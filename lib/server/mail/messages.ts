import "server-only";

export type Mail = { to: string; subject: string; text: string };

/** The code stands in the body only: subjects show on locked screens. */
export const signInCodeMail = (admin: { firstName: string; email: string }, code: string, minutes: number): Mail => ({
  to: admin.email,
  subject: "Your Cross River Pay sign-in code",
  text: `Hello ${admin.firstName},

Your sign-in code is ${code}

It works once and for ${minutes} minutes. Nobody from Cross River Pay will ever ask you for it.
If you did not try to sign in, change your password and tell a full administrator.
`,
});

/** What a citizen reads after a decision on an identity request. */
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

/** The link names the address that was invited, so that nobody else can use it unseen. */
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
