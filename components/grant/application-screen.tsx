"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { adminLabel } from "@/lib/format";
import { applicationQuery } from "@/lib/queries/grant-applications";
import { ApplicationAnswers } from "./application-answers";
import { DuplicateBadge } from "./application-badges";
import { ApplicationDocuments } from "./application-documents";
import { ApplicationFacts } from "./application-facts";
import { useNextApplication } from "./application-next";
import { ApplicationInfoRequest } from "./application-question";
import { ApplicationStatus } from "./application-status";
import { GrantDecisionBar } from "./decision-bar";
import { ApplicationDuplicatesPanel } from "./duplicate-panel";
import { APPLICATIONS_URL, GRANTS_URL } from "./grant-urls";
import { applicationStateLabel, describeApplicationAction } from "./grant-words";
import { PreloadNextApplication } from "./preload-next-application";
import { ApplicationReviewPanel } from "./review-panel";

/** Renders one grant application: documents and answers beside facts, scores, duplicates, decision and history. */
export function ApplicationScreen({ applicationId }: { applicationId: string }) {
  const { data } = useQuery({ ...applicationQuery(applicationId), throwOnError: (_, query) => !query.state.data });
  return data ? <ApplicationContent key={data.id} application={data} /> : null;
}

/** Returns the actor's name in a history entry. Without an admin, the actor is the applicant. */
const actorName = (applicant: string) => (entry: ApplicationDetails["timeline"][number]) =>
  (entry.by && adminLabel(entry.by)) ??
  (entry.action.endsWith("ForApp") || entry.action === "grant.apply" ? applicant : "System");

function ApplicationContent({ application }: { application: ApplicationDetails }) {
  const { applicant, programme, reference, documents } = application;
  const next = useNextApplication(application);
  return (
    <>
      <PageHeader
        title={applicant.name}
        breadcrumbs={[
          { label: "Grants", href: GRANTS_URL },
          { label: "Applications", href: APPLICATIONS_URL + next.search },
        ]}
        badge={
          <>
            <StatusBadge status={application.state} label={applicationStateLabel(application.state)} />
            {application.duplicates.length > 0 && <DuplicateBadge application={application} />}
          </>
        }
        description={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <CopyableText value={reference} what={`reference ${reference}`} />
            {programme.name}, submitted
            <DateTime at={application.submitted_at} />
          </span>
        }
      />
      <ApplicationStatus application={application} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        <div className="min-w-0 space-y-5">
          {documents.length > 0 && (
            <Card>
              <CardHeader title="Documents" description="Views are logged." />
              <ApplicationDocuments application={application} />
            </Card>
          )}
          <ApplicationAnswers answers={application.answers} />
          <ApplicationInfoRequest application={application} />
          <ApplicationReviewPanel application={application} />
        </div>
        <div className="min-w-0 space-y-5">
          <ApplicationFacts application={application} />
          <ApplicationDuplicatesPanel application={application} />
          <HistoryCard
            title="Change log"
            entries={application.timeline}
            wordsOf={describeApplicationAction}
            actorLabel={actorName(applicant.name)}
          />
        </div>
      </div>
      <GrantDecisionBar application={application} next={next} />
      {next.upcoming && (
        <PreloadNextApplication key={next.upcoming.id} applicationId={next.upcoming.id} href={next.upcoming.href} />
      )}
    </>
  );
}
