"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import type { DocumentsToShow } from "@/components/common/document/document-viewer";
import { Timeline } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycLane } from "@/lib/contract/kyc.values";
import { adminLabel } from "@/lib/format";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { usePollKycChanges } from "@/lib/queries/kyc-pulse";
import { useAccess } from "@/lib/queries/rp";
import { KycAccountBanner } from "./kyc-account-banner";
import { KycActions } from "./kyc-actions";
import { KycPendingRevocation } from "./kyc-awaiting";
import { isOpenKycState, KycDueTime } from "./kyc-badges";
import { KycChecklist } from "./kyc-checklist";
import { KycDecisionSummary } from "./kyc-decision";
import { KycDecisionBar } from "./kyc-decision-bar";
import { KycDocuments } from "./kyc-documents";
import { KycFacts } from "./kyc-facts";
import { KycNotes } from "./kyc-notes";
import { KycReviewSkeleton } from "./kyc-review-skeleton";
import { describeKycAction, documentKindsForCheck } from "./kyc-review-words";
import { KycRiskFlags } from "./kyc-risks";
import { KycResubmitLink } from "./kyc-submit-links";
import { PreloadNextKyc } from "./preload-next-kyc";
import { useChecklistTicks } from "./use-checklist-ticks";
import { kycReviewUrl, useNextKycRequestAfter } from "./use-next-request";
import { useKycRequestOwnership } from "./use-ownership";

/**
 * Renders an identity request's page: documents beside data and checklist, the decision always visible, and the history below.
 * @param lane queue that the request was opened from; "Next" stays in that queue
 */
export function KycReviewScreen({ kycId, lane }: { kycId: string; lane?: KycLane }) {
  const { data: request } = useQuery({ ...kycRequestQuery(kycId), throwOnError: (_, query) => !query.state.data });
  usePollKycChanges(request?.mark);
  return request ? <ReviewContent key={request.id} request={request} lane={lane} /> : <KycReviewSkeleton />;
}

const LIST_URL = "/dashboard/kyc-management";

function ReviewContent({ request, lane }: { request: KycDetails; lane: KycLane | undefined }) {
  const mayDecide = useAccess(kycRoutes.decide);
  const { me, notMine: notMineReason } = useKycRequestOwnership(request);
  const next = useNextKycRequestAfter(request.id, lane, mayDecide);
  const [documentsToShow, setDocumentsToShow] = useState<DocumentsToShow>();
  const ticks = useChecklistTicks(request, ([item]) => {
    const kinds = item ? documentKindsForCheck(item) : [];
    const ids = request.documents.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    if (ids.length) setDocumentsToShow({ ids });
  });
  const open = isOpenKycState(request.state);
  // True for an admin who claimed or decided this request, and who is therefore offered the next request in the queue.
  const canContinue = mayDecide && me !== undefined && [request.assignee?.id, request.decision?.by.id].includes(me);
  const onNext = next.upcoming ? next.next : undefined;
  return (
    <>
      <PageHeader
        title={request.name}
        breadcrumbs={[{ label: "KYC Management", href: LIST_URL + (lane ? `?lane=${lane}` : "") }]}
        badge={
          <>
            <StatusBadge status={request.state} />
            <RequestSummary request={request} />
          </>
        }
        actions={
          <>
            <KycResubmitLink request={request} />
            {mayDecide && <KycActions request={request} next={next} />}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 xl:grid-cols-[minmax(0,1fr)_minmax(28rem,30rem)] xl:grid-rows-[auto_1fr]">
        <div className="space-y-2 col-start-1 row-start-1 not-empty:mb-3 xl:col-start-2">
          <KycAccountBanner request={request} />
          {request.awaiting && <KycPendingRevocation awaiting={request.awaiting} />}
          <KycRiskFlags
            risks={request.risks}
            onCompare={({ photo }) => photo && setDocumentsToShow({ ids: [photo.own_id, photo.id], scroll: true })}
          />
          {request.decision && <KycDecisionSummary decision={request.decision} state={request.state} />}
          {mayDecide && !open && next.isClear && (
            <p className="rounded-md bg-success-soft px-3 py-2 text-sm font-medium text-success">
              {lane ? "This lane" : "The queue"} is empty: no request waits for you.
            </p>
          )}
        </div>
        {/* Stays in view while the reviewer scrolls through data and checklist. */}
        <Card className="col-start-1 row-start-2 mb-5 flex flex-col pt-3 xl:sticky xl:top-24 xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:mb-0 xl:h-[max(28rem,calc(100dvh-13.75rem))] xl:self-start">
          <h2 className="sr-only">Documents</h2>
          <KycDocuments request={request} asked={documentsToShow} height="h-[26rem] md:h-[34rem] xl:h-auto xl:flex-1" />
        </Card>
        <div className="col-start-1 row-start-3 space-y-3 xl:col-start-2 xl:row-start-2">
          <Card className="space-y-3 px-4 py-3">
            <section>
              <h2 className="pb-1.5 text-base font-bold">Identity</h2>
              <KycFacts request={request} />
            </section>
            <div className="border-t border-border pt-2.5">
              <KycChecklist request={request} ticks={ticks} enabled={mayDecide && notMineReason === null} />
            </div>
          </Card>
          <Card>
            <CardHeader title="Notes" description="Internal: the user never sees them." />
            <div className="px-5 pb-5">
              <KycNotes request={request} mayWrite={mayDecide} />
            </div>
          </Card>
          <Card>
            <CardHeader title="History" description="Views of documents are logged." />
            <div className="px-5 pb-5">
              <Timeline entries={request.timeline} wordsOf={describeKycAction} />
            </div>
          </Card>
          {/* Reserves space for the decision bar below. */}
          {mayDecide && open && <div className="h-16" />}
        </div>
        {mayDecide && (
          <KycDecisionBar
            request={request}
            ticks={ticks}
            notMine={notMineReason}
            onNext={onNext}
            className="bottom-0 col-start-1 row-[1/4] self-end print:hidden xl:bottom-3 xl:col-start-2 xl:row-[1/3]"
          />
        )}
      </div>
      {canContinue && next.upcoming && (
        <PreloadNextKyc key={next.upcoming} url={kycReviewUrl(next.upcoming, lane)} kycId={next.upcoming} />
      )}
    </>
  );
}

/** Shows an identity request's reference, tier, due time and assignee. */
const RequestSummary = ({ request }: { request: KycDetails }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
    <CopyableText value={request.reference} what={`reference ${request.reference}`} />
    <span>Tier {request.tier}</span>
    <span>
      submitted <DateTime at={request.submitted_at} />
    </span>
    {isOpenKycState(request.state) && <KycDueTime request={request} />}
    {request.assignee && (
      // Truncates the assignee's name, so that the buttons fit beside the name and the identity request fits on one screen.
      <span className="max-w-52 truncate" title={adminLabel(request.assignee)}>
        Assignee: {adminLabel(request.assignee)}
      </span>
    )}
  </p>
);
