import { FreeText } from "@/components/common/free-text";
import { Alert } from "@/components/ui/alert";
import { REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { hasOpenDuplicates } from "./decision-rules";
import { describeScoreCount } from "./grant-words";

/** Describes the next step for an application in one or two sentences. */
export function applicationNextStepText(application: ApplicationDetails): string {
  const { state, reviews, waits_for_applicant: isWaiting, batch, reason } = application;
  const waitingText = isWaiting ? " The applicant's answer is still missing." : "";
  switch (state) {
    case "submitted":
      return `Next: shortlist or reject it. ${describeScoreCount(reviews)}${waitingText}`;
    case "shortlisted":
      if (isWaiting && reviews >= REVIEWERS_NEEDED)
        return `${describeScoreCount(reviews)}${waitingText} It can be approved after that, or rejected now.`;
      if (reviews < REVIEWERS_NEEDED)
        return `${describeScoreCount(reviews)} It can be approved after that.${waitingText}`;
      return `${describeScoreCount(reviews)} Next: ${hasOpenDuplicates(application) ? "check its duplicates, then " : ""}approve or reject it.`;
    case "approved":
      return batch ? `In payout batch ${batch.name}.` : "Next: add it to a payout batch.";
    case "payment_failed":
      return `The payment failed. Retry it in payout batch ${batch?.name ?? ""}, or reject the application.`;
    case "disbursed":
      return "The grant is paid.";
    case "rejected":
      return reason ?? "The application is rejected.";
  }
}

const STATUS_TITLES = {
  submitted: "Waiting for a decision",
  shortlisted: "Shortlisted",
  approved: "Approved, not paid yet",
  payment_failed: "Payment failed",
  disbursed: "Paid",
  rejected: "Rejected",
};
const TONES = {
  submitted: "info",
  shortlisted: "info",
  approved: "info",
  payment_failed: "danger",
  disbursed: "success",
  rejected: "warning",
} as const;

/** Shows an application's state and next step. A warning tells an admin with a declared conflict of interest that they can't score or decide. */
export function ApplicationStatus({ application }: { application: ApplicationDetails }) {
  return (
    <div className="mb-5 space-y-3">
      {application.my_conflict && (
        <Alert tone="warning" title="You can't score or decide this application">
          <p>{application.my_conflict}</p>
        </Alert>
      )}
      <Alert tone={TONES[application.state]} title={STATUS_TITLES[application.state]}>
        <FreeText as="p" lines>
          {applicationNextStepText(application)}
        </FreeText>
      </Alert>
    </div>
  );
}
