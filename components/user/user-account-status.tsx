import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Alert } from "@/components/ui/alert";
import type { UserDetails } from "@/lib/contract/user";
import { formatDate, titleCase } from "@/lib/format";
import { RESTRICTION_EXPLANATIONS } from "./user-words";

const TITLES = { restricted: "The wallet is restricted", suspended: "Suspended", closed: "Permanently closed" };

/** Shows on every tab why an account is not active. */
export function UserAccountStatus({ user }: { user: UserDetails }) {
  if (user.status === "active") return null;
  return (
    <div className="mb-5">
      <Alert tone={user.status === "restricted" ? "warning" : "danger"} title={TITLES[user.status]}>
        <AccountStatusFacts user={user} />
      </Alert>
    </div>
  );
}

/** Lists the details of a restricted, suspended or closed account: restriction, end, reason and start. */
export function AccountStatusFacts({ user }: { user: UserDetails }) {
  const { restriction, status_reason, status_message, status_changed_at } = user;
  return (
    <>
      {restriction && (
        <p>
          {RESTRICTION_EXPLANATIONS[restriction.kind]}. {titleCase(restriction.legal_basis)}
          {restriction.until
            ? `, ends automatically after ${lastRestrictedDay(restriction.until)}.`
            : ", until an admin lifts it."}
        </p>
      )}
      {status_reason && (
        <FreeText as="p" lines>
          {status_reason}
        </FreeText>
      )}
      {status_message && (
        <FreeText as="p" lines>
          The citizen reads: {status_message}
        </FreeText>
      )}
      {status_changed_at && (
        <p className="font-normal">
          Since <DateTime at={status_changed_at} />
        </p>
      )}
    </>
  );
}

/** Formats the last day of a restriction. `until` is the midnight after that day. */
export const lastRestrictedDay = (until: string) => formatDate(Date.parse(until) - 1);
