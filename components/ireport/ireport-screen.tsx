"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import type { DocumentsToShow } from "@/components/common/document/document-viewer";
import { FreeText } from "@/components/common/free-text";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { meQuery } from "@/lib/queries/auth";
import { ireportQuery } from "@/lib/queries/ireport";
import { usePollIreportChanges } from "@/lib/queries/ireport-pulse";
import { useAccess } from "@/lib/queries/rp";
import { isReportOwnedByOtherAdmin } from "./ireport-actions";
import { IreportConversation } from "./ireport-conversation";
import { IreportDecisionBar } from "./ireport-decision-bar";
import { IreportFacts } from "./ireport-facts";
import { IreportNotes } from "./ireport-notes";
import { IreportOutcome } from "./ireport-outcome";
import { IreportPhotos, ireportPhotosOf } from "./ireport-photos";
import { IreportPlaceMap, IreportPlaceText } from "./ireport-place";
import { describeIreportAction, ireportActorName } from "./ireport-record-words";
import { IreportDuplicates, SimilarIreports } from "./ireport-similar";
import { IreportSkeleton } from "./ireport-skeleton";
import { ALL_REPORTS_URL, IREPORTS_URL } from "./ireport-words";
import { PreloadNextIreport } from "./preload-next-ireport";
import { useIreportDecisionDialog } from "./use-ireport-decision";

/** Renders a report's page: photos and text beside details, decision, messages and history. */
export function IreportScreen({ ireportId }: { ireportId: string }) {
  const { data: report } = useQuery({
    ...ireportQuery(ireportId),
    throwOnError: (_, query) => !query.state.data,
  });
  usePollIreportChanges(report?.mark);
  return report ? <ReportContent key={report.id} report={report} /> : <IreportSkeleton />;
}

function ReportContent({ report }: { report: IreportDetails }) {
  const mayDecide = useAccess(ireportRoutes.changeState);
  const { data: me } = useQuery(meQuery());
  const enabled = mayDecide && isOpenIreport(report.state) && !isReportOwnedByOtherAdmin(report, me?.id);
  const { choose, dialogs } = useIreportDecisionDialog(report);
  const [documentsToShow, setDocumentsToShow] = useState<DocumentsToShow>();
  const hasPhotos = ireportPhotosOf(report).length > 0;
  return (
    <>
      <PageHeader
        title={report.title}
        breadcrumbs={[
          { label: "iReports", href: IREPORTS_URL },
          { label: "All reports", href: ALL_REPORTS_URL },
        ]}
        badge={<StatusBadge status={report.state} />}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <CopyableText value={report.number} what={`number ${report.number}`}>
              <span className="font-semibold text-foreground tabular-nums">{report.number}</span>
            </CopyableText>
            Submitted
            <DateTime at={report.submitted_at} />
          </span>
        }
      />
      <IreportOutcome report={report} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        {/* Stays in view while the officer writes and decides. Has its own scroll bar if it is taller than the window. */}
        <div className="space-y-5 xl:sticky xl:top-26 xl:max-h-[calc(100dvh-11.5rem)] xl:overflow-y-auto">
          {hasPhotos && (
            <Card aria-label="Photos" className="pt-4">
              <IreportPhotos report={report} asked={documentsToShow} />
              <p className="px-5 py-2 text-xs text-muted">Views are logged</p>
            </Card>
          )}
          <Card>
            <CardHeader title="Report" />
            <div className={hasPhotos ? "px-5 pb-5" : "grid gap-5 px-5 pb-5 md:grid-cols-2"}>
              <FreeText as="p" lines>
                {report.text}
              </FreeText>
              {!hasPhotos && <IreportPlaceMap report={report} />}
            </div>
          </Card>
        </div>
        <div className="min-w-0 space-y-5">
          <IreportFacts report={report} enabled={enabled} />
          <Card aria-label="Place and similar reports" className="px-5 py-4">
            <IreportPlaceText report={report} />
            <div className={hasPhotos ? "mt-3 grid gap-5 sm:grid-cols-[11rem_minmax(0,1fr)]" : "mt-3"}>
              {hasPhotos && <IreportPlaceMap report={report} />}
              <div className="min-w-0">
                <IreportDuplicates duplicates={report.duplicates} />
                <h2 className="mb-2 text-base font-bold">Similar reports</h2>
                <SimilarIreports
                  report={report}
                  onDuplicate={enabled ? (original) => choose("duplicate", original) : undefined}
                />
              </div>
            </div>
          </Card>
          <IreportConversation report={report} onPhoto={(id) => setDocumentsToShow({ ids: [id], scroll: true })} />
          <IreportNotes report={report} />
          <HistoryCard
            title="History"
            entries={report.timeline}
            wordsOf={describeIreportAction}
            actorLabel={ireportActorName}
          />
        </div>
      </div>
      <IreportDecisionBar report={report} choose={choose} />
      {dialogs}
      {mayDecide && report.upcoming && report.owner?.id === me?.id && (
        <PreloadNextIreport key={report.upcoming} ireportId={report.upcoming} />
      )}
    </>
  );
}
