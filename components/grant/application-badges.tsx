import { Copy } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { HoverLink } from "@/components/ui/hover-link";
import { REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { duplicateLabel, formatMeanScore } from "./grant-words";

/** Shows what an application has in common with other applications, or that an admin confirmed that the applicants differ. */
export function DuplicateBadge({
  application,
}: {
  application: Pick<ApplicationRow, "duplicates" | "duplicates_cleared">;
}) {
  const { duplicates, duplicates_cleared: areCleared } = application;
  if (duplicates.length === 0) return <span className="text-muted">None</span>;
  const kinds = duplicates.map(duplicateLabel).join(", ");
  const [only] = duplicates;
  return (
    <Badge tone={areCleared ? "neutral" : "danger"} title={kinds}>
      <Copy aria-hidden="true" />
      {areCleared ? "Cleared" : duplicates.length === 1 && only ? duplicateLabel(only) : `${duplicates.length} matches`}
      {(areCleared || duplicates.length > 1) && <span className="sr-only">: {kinds}</span>}
    </Badge>
  );
}

/** Shows the mean score once both reviewers have scored, otherwise the number of scores. */
export function ApplicationScoreCell({ application }: { application: Pick<ApplicationRow, "reviews" | "score"> }) {
  const { reviews, score } = application;
  if (score !== null) return <span className="font-semibold tabular-nums">{formatMeanScore(score)}</span>;
  return (
    <span className="text-muted tabular-nums">
      <span aria-hidden="true">
        {reviews}/{REVIEWERS_NEEDED}
      </span>
      <span className="sr-only">
        {reviews} of {REVIEWERS_NEEDED} scores
      </span>
    </span>
  );
}

/** Shows the awarded amount, or the requested amount until an award exists. */
export function ApplicationAmountCell({
  application,
}: {
  application: Pick<ApplicationRow, "amount" | "amount_asked">;
}) {
  const { amount, amount_asked: requestedAmount } = application;
  if (amount !== null) return formatMoney(amount);
  return (
    <span className="text-muted">
      <span className="sr-only">Requested: </span>
      {formatMoney(requestedAmount)}
    </span>
  );
}

/** Renders an applicant's name, as a link if the admin may open the applicant's page. */
export function ApplicantLink({ person }: { person: { id: string; name: string } }) {
  const mayOpen = useAccess(routes.user.single);
  if (!mayOpen) return person.name;
  return (
    <HoverLink href={recordUrl("user", person.id)} className="rounded-sm text-primary hover:underline">
      {person.name}
    </HoverLink>
  );
}
