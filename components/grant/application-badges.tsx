import { Copy } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { HoverLink } from "@/components/ui/hover-link";
import { REVIEWERS } from "@/lib/contract/grant.values";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import { duplicateWords, scoreWords } from "./grant-words";

/** In what it equals other applications, and whether somebody found that they are not the same person. */
export function DuplicateBadge({
  application,
}: {
  application: Pick<ApplicationRow, "duplicates" | "duplicates_cleared">;
}) {
  const { duplicates, duplicates_cleared: cleared } = application;
  if (duplicates.length === 0) return <span className="text-muted">None</span>;
  const kinds = duplicates.map(duplicateWords).join(", ");
  const [only] = duplicates;
  return (
    <Badge tone={cleared ? "neutral" : "danger"} title={kinds}>
      <Copy aria-hidden="true" />
      {cleared ? "Cleared" : duplicates.length === 1 && only ? duplicateWords(only) : `${duplicates.length} matches`}
      {(cleared || duplicates.length > 1) && <span className="sr-only">: {kinds}</span>}
    </Badge>
  );
}

/** The mean once both scores are in; how many there are before. */
export function ScoreCell({ application }: { application: Pick<ApplicationRow, "reviews" | "score"> }) {
  const { reviews, score } = application;
  if (score !== null) return <span className="font-semibold tabular-nums">{scoreWords(score)}</span>;
  return (
    <span className="text-muted tabular-nums">
      <span aria-hidden="true">
        {reviews}/{REVIEWERS}
      </span>
      <span className="sr-only">
        {reviews} of {REVIEWERS} scores
      </span>
    </span>
  );
}

/** What was awarded; what was asked for until then. */
export function AmountCell({ application }: { application: Pick<ApplicationRow, "amount" | "amount_asked"> }) {
  const { amount, amount_asked: asked } = application;
  if (amount !== null) return formatMoney(amount);
  return (
    <span className="text-muted">
      <span className="sr-only">Requested: </span>
      {formatMoney(asked)}
    </span>
  );
}

/** An applicant's name; a link to their page for those who may open it. */
export function ApplicantLink({ person }: { person: { id: string; name: string } }) {
  const mayOpen = useMay(routes.user.single);
  if (!mayOpen) return person.name;
  return (
    <HoverLink href={recordUrl("user", person.id)} className="rounded-sm text-primary hover:underline">
      {person.name}
    </HoverLink>
  );
}
