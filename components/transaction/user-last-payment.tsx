"use client";

import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/common/relative-time";
import { StatusBadge } from "@/components/common/status-badge";
import { SummaryItem } from "@/components/common/summary";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { latestPaymentsQuery } from "@/lib/queries/transaction";
import { transactionLabel } from "./transaction-words";

/** Shows a user's last payment in the header of their page. Renders nothing without the right to read transactions. */
export function UserLastPayment({ userId }: { userId: string }) {
  return useAccess(routes.transaction.list) && <LastPayment userId={userId} />;
}

function LastPayment({ userId }: { userId: string }) {
  const { data, error } = useQuery(latestPaymentsQuery(userId));
  const [last] = data?.items ?? [];
  if (!last)
    return <SummaryItem label="Last payment">{data ? "None yet" : error ? "Couldn't be loaded" : "…"}</SummaryItem>;
  return (
    <SummaryItem
      label="Last payment"
      note={
        <>
          {transactionLabel(last.type)}, <RelativeTime at={last.created_at} />
        </>
      }
    >
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <HoverLink
          href={recordUrl("transaction", last.id)}
          className="rounded-sm text-primary tabular-nums hover:underline"
        >
          {formatMoney(last.amount)}
        </HoverLink>
        <StatusBadge status={last.state} label={transactionLabel(last.state)} />
      </span>
    </SummaryItem>
  );
}
