"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { Timeline } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { titleCase } from "@/lib/format";
import { meQuery } from "@/lib/queries/auth";
import { kycSingleQuery } from "@/lib/queries/kyc";
import { useKycPulse } from "@/lib/queries/kyc-pulse";
import { useMay } from "@/lib/queries/rp";
import { KycAccountBanner } from "./kyc-account-banner";
import { KycActions, useIsMine } from "./kyc-actions";
import { KycAwaiting } from "./kyc-awaiting";
import { KycChecklist } from "./kyc-checklist";
import { KycComparison } from "./kyc-comparison";
import { KycDocuments } from "./kyc-documents";
import { KycFacts } from "./kyc-facts";
import { KycRisks } from "./kyc-flags";
import { KycNotes } from "./kyc-notes";
import { KycReviewSkeleton } from "./kyc-review-skeleton";
import { KycResubmitLink } from "./kyc-submit-links";
import { KycUpcoming } from "./kyc-upcoming";
import { actionWords, reasonWords } from "./kyc-words";

/** One request: documents beside data, the decision, and what happened so far. */
export function KycReviewScreen({ kycId }: { kycId: string }) {
  const { data: request } = useQuery({ ...kycSingleQuery(kycId), throwOnError: (_, query) => !query.state.data });
  useKycPulse(request?.mark);
  return request ? <Review key={request.id} request={request} /> : <KycReviewSkeleton />;
}

function Review({ request }: { request: KycSingle }) {
  const may = useMay(kycRoutes.decide);
  const { data: me } = useQuery(meQuery());
  const isMine = useIsMine(request);
  // Whoever works through the queue has taken this one on, or has decided it.
  const goesOn = may && request.upcoming && (request.assignee?.id === me?.id || request.decision?.by.id === me?.id);
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
            <KycActions request={request} />
          </>
        }
      />
      <KycAccountBanner request={request} />
      {request.awaiting && <KycAwaiting awaiting={request.awaiting} />}
      <KycRisks risks={request.risks} />
      {request.decision && <KycDecision decision={request.decision} state={request.state} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {/* In view while one goes through the data and the checklist. */}
        <Card className="xl:sticky xl:top-26">
          <CardHeader title="Documents" description="Views are logged." />
          <KycDocuments request={request} />
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
            <CardHeader title="Checklist" />
            <div className="px-5 pb-5">
              <KycChecklist request={request} enabled={may && isMine} />
            </div>
          </Card>
          <Card>
            <CardHeader title="Notes" description="Internal: the user never sees them." />
            <div className="px-5 pb-5">
              <KycNotes request={request} mayWrite={may} />
            </div>
          </Card>
          <Card>
            <CardHeader title="History" />
            <div className="px-5 pb-5">
              <Timeline entries={request.timeline} actionLabel={actionWords} />
            </div>
          </Card>
        </div>
      </div>
      {goesOn && request.upcoming && <KycUpcoming key={request.upcoming} kycId={request.upcoming} />}
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
