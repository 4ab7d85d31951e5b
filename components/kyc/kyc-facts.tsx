import Link from "next/link";
import { StatusBadge } from "@/components/common/status-badge";
import type { KycSingle } from "@/lib/contract/kyc";
import { recordUrl } from "@/lib/contract/records";
import { formatDay } from "@/lib/format";
import { KycDue } from "./kyc-badges";
import { KycReveal } from "./kyc-reveal";
import { identityWords } from "./kyc-words";

/** What the request is about, and what came before it. */
export function KycFacts({ request }: { request: KycSingle }) {
  const facts = [
    ["Due", <KycDue key="due" request={request} />],
    ["Assignee", request.assignee?.name ?? "Nobody"],
    [identityWords(request.identity_type), <KycReveal key="number" request={request} />],
    ["Document expires", request.identity_expires_on ? formatDay(request.identity_expires_on) : "–"],
    ["Account", `Tier ${request.account.tier}, ${request.account.status}`],
    ["Email", request.account.email],
  ] as const;
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {request.earlier.length > 0 && (
        <div className="mb-4 border-t border-border pt-3 text-sm">
          <h3 className="text-muted">Other requests of this user</h3>
          <ul className="mt-1 space-y-1.5">
            {request.earlier.map(({ id, reference, tier, state }) => (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <Link
                  href={recordUrl("kyc", id)}
                  prefetch={false}
                  className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
                >
                  {reference}
                </Link>
                Tier {tier} <StatusBadge status={state} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
