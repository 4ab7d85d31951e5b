import { clsx } from "clsx";
import { Ban } from "lucide-react";
import Link from "next/link";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import type { KycDetails } from "@/lib/contract/kyc";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";

const RESTRICTION_TEXTS = { no_debit: "no money out", no_credit: "no money in", both: "no money in or out" };

/** Shows the status of the applicant's account above the identity request. Renders nothing if the account is active. */
export function KycAccountBanner({ request }: { request: KycDetails }) {
  const mayOpenUser = useAccess(routes.user.single);
  const { status, status_details } = request.account;
  if (!status_details) return null;
  const { restriction, since, until, reason } = status_details;
  return (
    <div
      role="note"
      aria-label="State of the account"
      className={clsx(
        "flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-3 py-2 text-sm font-medium",
        status === "restricted" ? "bg-warning-soft text-warning" : "bg-danger-soft text-danger",
      )}
    >
      <Ban className="size-4 shrink-0" aria-hidden="true" />
      <FreeText>
        <span className="font-bold">Account {titleCase(status).toLowerCase()}</span>
        {restriction && ` (${RESTRICTION_TEXTS[restriction]})`}
        {since && (
          <>
            {" "}
            since <DateTime at={since} />
          </>
        )}
        {until && (
          <>
            {" "}
            until <DateTime at={until} />
          </>
        )}
        {reason && `: ${reason}`}
      </FreeText>
      {mayOpenUser && (
        <Link
          href={recordUrl("user", request.user_id)}
          prefetch={false}
          className="rounded-sm font-bold underline underline-offset-4"
        >
          See user
        </Link>
      )}
    </div>
  );
}
