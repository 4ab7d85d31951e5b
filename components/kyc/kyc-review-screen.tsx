"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Timeline } from "@/components/common/timeline";
import { Card, CardHeader } from "@/components/ui/card";
import type { KycSingle } from "@/lib/contract/kyc";
import { titleCase } from "@/lib/format";
import { kycSingleQuery } from "@/lib/queries/kyc";
import { KycComparison } from "./kyc-comparison";
import { KycDecisionBar } from "./kyc-decision-bar";
import { KycDocuments } from "./kyc-documents";
import { KycFacts } from "./kyc-facts";
import { KycRisks } from "./kyc-flags";
import { KycResubmitLink } from "./kyc-submit-links";
import { reasonWords } from "./kyc-words";

const ACTIONS: Record<string, string> = {
  "kyc.submit": "Submitted",
  "kyc.resubmit": "Submitted again",
  "kyc.decide": "Decided",
};

/** One request: documents beside data, the decision, and what happened so far. */
export function KycReviewScreen({ kycId }: { kycId: string }) {
  const { data: request } = useQuery({ ...kycSingleQuery(kycId), throwOnError: (_, query) => !query.state.data });
  if (!request) return null;
  return (
    <>
      <PageHeader
        title={request.name}
        breadcrumbs={[{ label: "KYC Management", href: "/dashboard/kyc-management" }]}
        badge={<StatusBadge status={request.state} />}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            {request.reference}
            <CopyButton value={request.reference} label={`Copy reference ${request.reference}`} /> Tier {request.tier},
            submitted <DateTime at={request.submitted_at} />
          </span>
        }
        actions={
          <>
            <KycResubmitLink request={request} />
            <KycDecisionBar request={request} />
          </>
        }
      />
      <KycRisks risks={request.risks} />
      {request.decision && <KycDecision decision={request.decision} state={request.state} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card>
          <CardHeader title="Documents" description="Every view is put on record." />
          <KycDocuments key={request.id} request={request} />
        </Card>
        <div className="space-y-5">
          <Card>
            <CardHeader title="Identity" />
            <div className="px-5 pb-4">
              <KycFacts request={request} />
              <KycComparison request={request} />
            </div>
          </Card>
          <Card>
            <CardHeader title="History" />
            <div className="px-5 pb-5">
              <Timeline entries={request.timeline} actionLabel={(action) => ACTIONS[action] ?? titleCase(action)} />
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}

/** Who decided, when, and what the user was told. */
function KycDecision({ decision, state }: { decision: NonNullable<KycSingle["decision"]>; state: KycSingle["state"] }) {
  return (
    <Card className="mb-5 px-5 py-4">
      <p>
        <span className="font-bold">{titleCase(state)}</span> by{" "}
        <span className="font-semibold">{decision.by.name}</span>, <DateTime at={decision.at} />
        {decision.reason && <> · {reasonWords(decision.reason)}</>}
      </p>
      {decision.message && <p className="mt-1 whitespace-pre-wrap text-muted">{decision.message}</p>}
    </Card>
  );
}
