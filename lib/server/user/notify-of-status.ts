import "server-only";
import type { WalletRestriction } from "@/lib/contract/user.values";
import { formatDate } from "@/lib/format";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import type { MailKind } from "@/lib/server/outbox/queue";
import type { UserRecord } from "./status";

const RESTRICTION_TEXTS: Record<WalletRestriction, string> = {
  no_debit: "You can't send, pay or withdraw money from it.",
  no_credit: "You can't receive money in it.",
  both: "You can neither send nor receive money with it.",
};

/**
 * Notifies a citizen that their wallet was restricted or their account suspended, or that this has ended. Contains the admin's message for
 * the citizen, never the reason or the legal basis. Sends nothing if only the reason or the legal basis changed.
 */
export async function notifyCitizenOfStatus(
  tx: Transaction,
  before: UserRecord,
  user: UserRecord,
  mailKind?: MailKind,
): Promise<void> {
  const news = statusNewsOf(before, user);
  if (!news || isSameForCitizen(before, user)) return;
  const { title, body } = news;
  const parts = [body, ...(user.statusMessage ? [user.statusMessage] : []), CONTACT_NOTE];
  const data = { category: "account" };
  await notifyCitizen(tx, user.id, { subject: title, text: parts.join("\n\n"), title, body, data }, mailKind);
}

/** Returns true if a change of a restriction alters nothing that the citizen is shown. */
const isSameForCitizen = (before: UserRecord, user: UserRecord) =>
  before.status === user.status &&
  before.restriction === user.restriction &&
  before.restrictedUntil?.getTime() === user.restrictedUntil?.getTime() &&
  before.statusMessage === user.statusMessage;

const CONTACT_NOTE = "If you have questions, contact our support team.";

function statusNewsOf(before: UserRecord, { status, restriction, restrictedUntil }: UserRecord) {
  if (status === "restricted" && restriction) {
    // Restrictions end at midnight after their last day.
    const until = restrictedUntil
      ? `It ends after ${formatDate(restrictedUntil.getTime() - 1)}.`
      : "It stays until our office lifts it.";
    return {
      title: before.status === "restricted" ? "Your wallet's restriction has changed" : "Your wallet is restricted",
      body: `${RESTRICTION_TEXTS[restriction]} ${until}`,
    };
  }
  if (status === "suspended")
    return {
      title: "Your account is suspended",
      body: "You are signed out of the app and can't sign in until our office reactivates the account.",
    };
  if (status !== "active") return null;
  return before.status === "suspended"
    ? { title: "Your account is active again", body: "You can sign in to the app." }
    : {
        title: "Your wallet is no longer restricted",
        body: "You can send and receive money again, up to the limits of your tier.",
      };
}
