import Link from "next/link";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import type { KycSingle } from "@/lib/contract/kyc";
import { KYC_FLAG_WORDS } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";

type Risk = KycSingle["risks"][number];
const MOST = 5;

/** What speaks against a request, and where to look: each flag with what it refers to. */
export function KycRisks({ risks }: Pick<KycSingle, "risks">) {
  if (!risks.length) return null;
  return (
    <div className="mb-5">
      <Alert tone="warning" title={risks.length === 1 ? "One risk flag" : `${risks.length} risk flags`}>
        <ul className="mt-1 space-y-1.5">
          {risks.map((risk) => (
            <li key={risk.flag}>
              {KYC_FLAG_WORDS[risk.flag]}
              {risk.detail && <span className="font-normal">: {risk.detail}</span>}
              <Requests requests={risk.requests} />
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function Requests({ requests }: Pick<Risk, "requests">) {
  if (!requests.length) return null;
  const more = requests.length - MOST;
  return (
    <ul className="mt-1 space-y-1 font-normal text-foreground">
      {requests.slice(0, MOST).map(({ id, reference, name, state, detail }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            href={recordUrl("kyc", id)}
            prefetch={false}
            className="rounded-sm font-semibold text-primary underline underline-offset-4"
          >
            {reference}
          </Link>
          {name} <StatusBadge status={state} /> {detail && <span>{detail}</span>}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
