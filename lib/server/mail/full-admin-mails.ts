import "server-only";
import type { AccessRight } from "@/lib/contract/access";
import { composeMail, type MailRecipient } from "./mail";

type Loss = { name: string; how: "suspended" | "deleted" | "re-roled" };

const WARNING_NOTE = "If this looks wrong, tell the people who run the server immediately.";

const LOSS_TEXTS: Record<Loss["how"], string> = {
  suspended: "The account is suspended.",
  deleted: "The account is deleted.",
  "re-roled": "The roles were changed.",
};

/**
 * Notifies every admin that a full administrator lost that role, so that a hijacked account can't remove others
 * unnoticed.
 * @param change `by`: name of the admin who made the change; `onlyRemaining`: name of the last full administrator, if only one is left
 */
export const fullAdminLostMail = (
  to: MailRecipient,
  change: { by: string; losses: readonly Loss[]; onlyRemaining?: string },
) =>
  composeMail(to, {
    subject:
      change.losses.length === 1
        ? "A full administrator was removed"
        : `${change.losses.length} full administrators were removed`,
    blocks: [
      change.losses
        .map(({ name, how }) => `${change.by} removed ${name} as a full administrator. ${LOSS_TEXTS[how]}`)
        .join("\n"),
      ...(change.onlyRemaining
        ? [
            `${change.onlyRemaining} is now the only full administrator. To make another one, they need the setup key from the people who run the server.`,
          ]
        : []),
      WARNING_NOTE,
    ],
  });

/** Tells every admin about a new full administrator that no other admin could approve. */
export const newFullAdminMail = (recipient: MailRecipient, grant: { by: string; name: string; status: string }) =>
  composeMail(recipient, {
    subject: "There is a new full administrator",
    blocks: [
      `${grant.by} ${grant.status === "invited" ? `invited ${grant.name} as a full administrator` : `made ${grant.name} a full administrator`}, with the setup key of the server. Nobody else had to approve it, because ${grant.by} was the only full administrator.`,
      WARNING_NOTE,
    ],
  });

/** Notifies full administrators of each grant of rights that require a second admin. */
export const sensitiveRightsMail = (
  recipient: MailRecipient,
  given: {
    by: string;
    byKey: boolean;
    approvedBy: string | null;
    people: readonly { firstName: string; lastName: string; email: string }[];
    rights: readonly AccessRight[];
  },
) =>
  composeMail(recipient, {
    subject: "Sensitive rights were given",
    blocks: [
      {
        kind: "list",
        label: `${given.by} gave sensitive rights to:`,
        items: given.people.map(({ firstName, lastName, email }) => `${firstName} ${lastName} (${email})`),
      },
      { kind: "list", label: "The rights:", items: toItems(given.rights) },
      `${given.approvedBy ? `${given.approvedBy} approved it.` : given.byKey ? "Nobody else could approve it, so it needed the setup key of the server." : "Nobody had to approve it."}\n${WARNING_NOTE}`,
    ],
  });

/** Formats rights as one list item per feature, such as `System Wallet: approve, export`. */
const toItems = (rights: readonly AccessRight[]) =>
  [...new Set(rights.map(({ feature }) => feature))].map(
    (name) => `${name}: ${rights.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", ")}`,
  );
