import "server-only";
import { composeMail, type MailRecipient } from "./mail";

/** Tells the inviter that the invited admin entered another name than the invitation has. */
export const changedNameMail = (recipient: MailRecipient, admin: { invitedAs: string; name: string; email: string }) =>
  composeMail(recipient, {
    subject: "An invited admin changed their name",
    blocks: [
      `The invitation that you or another admin sent to ${admin.email} was accepted under another name.`,
      {
        kind: "details",
        rows: [
          ["Invited as", admin.invitedAs],
          ["Name now", admin.name],
        ],
      },
      "If you don't know this name, suspend the account and ask the person.",
    ],
  });
