import { DateTime } from "@/components/common/date-time";
import { Alert } from "@/components/ui/alert";
import type { UserSingle } from "@/lib/contract/user";
import { formatDate, titleCase } from "@/lib/format";
import { RESTRICTION_WORDS } from "./user-words";

const TITLES = { restricted: "The wallet is restricted", suspended: "Suspended", closed: "Closed for good" };

/** Why an account is not active, on every part of its page. */
export function UserAccountStatus({ user }: { user: UserSingle }) {
  if (user.status === "active") return null;
  return (
    <div className="mb-5">
      <Alert tone={user.status === "restricted" ? "warning" : "danger"} title={TITLES[user.status]}>
        <AccountStatusFacts user={user} />
      </Alert>
    </div>
  );
}

/** What is known of a status: what it forbids and until when, why, and since when. */
export function AccountStatusFacts({ user }: { user: UserSingle }) {
  const { restriction, status_reason, status_message, status_changed_at } = user;
  return (
    <>
      {restriction && (
        <p>
          {RESTRICTION_WORDS[restriction.kind]}. {titleCase(restriction.legal_basis)}
          {restriction.until ? `, lifts by itself after ${lastDay(restriction.until)}.` : ", until somebody lifts it."}
        </p>
      )}
      {status_reason && <p className="whitespace-pre-wrap">{status_reason}</p>}
      {status_message && <p className="whitespace-pre-wrap">The citizen reads: {status_message}</p>}
      {status_changed_at && (
        <p className="font-normal">
          Since <DateTime at={status_changed_at} />
        </p>
      )}
    </>
  );
}

/** A restriction ends with its last day: a moment before `until`. */
export const lastDay = (until: string) => formatDate(Date.parse(until) - 1);
