"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft } from "@/lib/client/drafts";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { APPLICATION_REVIEW_STATES, CONFLICT_CHECK_STATES } from "@/lib/contract/grant.values";
import type { ApplicationDetails, GrantReview, GrantReviews } from "@/lib/contract/grant-applications";
import { routes } from "@/lib/contract/routes";
import { adminLabel } from "@/lib/format";
import { grantReviewsQuery } from "@/lib/queries/grant-applications";
import { useAccess } from "@/lib/queries/rp";
import { describeScoreCount, formatMeanScore } from "./grant-words";
import { ApplicationReviewForm } from "./review-form";

const ConflictOfInterestDialog = lazyWithPreload(() => import("./review-conflict-dialog"), "ConflictOfInterestDialog");

type Props = { application: ApplicationDetails };

/** Shows the admin's own score, and the other reviewer's score once both are submitted. */
export function ApplicationReviewPanel({ application }: Props) {
  const { data, error, isFetching, refetch } = useQuery(grantReviewsQuery(application.id));
  return (
    <Card>
      <CardHeader
        title="Reviews"
        description="Two reviewers score without seeing each other's score until both are in."
        actions={<ConflictButton application={application} />}
      />
      <div className="space-y-4 px-5 pb-5 text-sm">
        {data ? (
          <ReviewList application={application} reviews={data} />
        ) : error ? (
          <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
        ) : (
          <Skeleton className="h-24" />
        )}
        <ConflictList conflicts={application.conflicts} />
      </div>
    </Card>
  );
}

function ReviewList({ application, reviews }: Props & { reviews: GrantReviews }) {
  const mayReview = useAccess(routes.grant.review);
  const { items, are_in: areAllIn, score, refusal } = reviews;
  const own = items.find((each) => each.is_mine);
  const isOpen = APPLICATION_REVIEW_STATES.some((state) => state === application.state);
  return (
    <>
      <p className="font-semibold">
        {areAllIn && score !== null ? (
          <>
            Score: <span className="text-lg font-extrabold tabular-nums">{formatMeanScore(score)}</span>
            <span className="font-normal text-muted"> of 100, the average of both</span>
          </>
        ) : (
          describeScoreCount(items.length)
        )}
      </p>
      {items.length > 0 && (
        <ul className="divide-y divide-border">
          {items.map((review) => (
            <ReviewItem key={review.reviewer.id} review={review} />
          ))}
        </ul>
      )}
      {mayReview && isOpen && !refusal && (
        <ApplicationReviewForm key={application.id} applicationId={application.id} own={own} />
      )}
      {mayReview && isOpen && refusal && !areAllIn && <p className="text-muted">{refusal}</p>}
    </>
  );
}

function ReviewItem({ review: { reviewer, is_mine: isMine, score, comment, at } }: { review: GrantReview }) {
  return (
    <li className="py-2.5 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">
          {reviewer.name} <FreeText className="font-normal text-muted">({reviewer.email})</FreeText>
          {isMine && <span className="font-normal text-muted"> (you)</span>}
        </span>
        {score === null ? (
          <span className="text-muted">Scored. Shown when both are in.</span>
        ) : (
          <span className="font-semibold tabular-nums">{score} of 100</span>
        )}
      </p>
      {comment && (
        <FreeText as="p" lines className="mt-0.5">
          {comment}
        </FreeText>
      )}
      <p className="text-muted">
        <DateTime at={at} />
      </p>
    </li>
  );
}

function ConflictList({ conflicts }: Pick<ApplicationDetails, "conflicts">) {
  if (conflicts.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">Conflicts of interest</h3>
      <ul className="mt-1 space-y-1">
        {conflicts.map(({ admin, reason, at }) => (
          <li key={admin.id} className="wrap-anywhere">
            {adminLabel(admin)}: {reason} <span className="text-muted">(</span>
            <DateTime at={at} />
            <span className="text-muted">)</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders the button that declares a conflict of interest. An admin with a conflict may neither score nor decide. */
function ConflictButton({ application }: Props) {
  const mayReview = useAccess(routes.grant.declareConflict);
  const [isOpen, setOpen] = useState(false);
  const draft = `grant.declareConflict:${application.id}`;
  useReopenDraft(draft, () => setOpen(true));
  const canDeclare = CONFLICT_CHECK_STATES.some((state) => state === application.state);
  if (!mayReview || application.my_conflict || !canDeclare) return null;
  return (
    <>
      <Button
        size="sm"
        onPointerEnter={ConflictOfInterestDialog.preload}
        onFocus={ConflictOfInterestDialog.preload}
        onClick={() => setOpen(true)}
      >
        Declare conflict
      </Button>
      {isOpen && (
        <Suspense>
          <ConflictOfInterestDialog
            application={application}
            draft={draft}
            onClose={() => {
              deleteDraft(draft);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
