import "server-only";
import type { Mail } from "./messages";

/** Tells the inviter that the invited admin entered another name than the invitation has. */
export const newNameMail = (
  recipient: { firstName: string; email: string },
  admin: { invitedAs: string; name: string; email: string },
): Mail => ({
  to: recipient.email,
  subject: "An invited admin changed their name",
  text: `Hello ${recipient.firstName},

The invitation that you or another admin sent to ${admin.email} was accepted under another name.

Invited as: ${admin.invitedAs}
Name now: ${admin.name}

If you don't know this name, suspend the account and ask the person.
`,
});
