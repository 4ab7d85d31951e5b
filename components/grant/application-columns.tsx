import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import { Badge } from "@/components/ui/badge";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { ApplicantLink, ApplicationAmountCell, ApplicationScoreCell, DuplicateBadge } from "./application-badges";
import { APPLICATION_STATE_OPTIONS, applicationStateLabel, DUPLICATE_KIND_OPTIONS } from "./grant-words";

/** Filter of applications by state, also used on a user's page. */
export const APPLICATION_STATE_FACET: Facet = {
  kind: "choices",
  key: "state",
  label: "Status",
  options: APPLICATION_STATE_OPTIONS,
};
/** Filter of grant applications by the days on which they were submitted. */
export const APPLICATION_SUBMITTED_FACET: Facet = { kind: "days", from: "from", to: "to", label: "Submitted" };

/** Filters of the list of grant applications. */
export const APPLICATION_FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "review",
    label: "Scores",
    single: true,
    options: [
      { value: "mine", label: "I can score" },
      { value: "in", label: "Both scores in" },
    ],
  },
  {
    kind: "choices",
    key: "duplicate",
    label: "Duplicates",
    single: true,
    options: [{ value: "any", label: "Any match" }, ...DUPLICATE_KIND_OPTIONS],
  },
  {
    kind: "choices",
    key: "lga",
    label: "LGA",
    single: true,
    options: LGA_OPTIONS,
  },
  APPLICATION_SUBMITTED_FACET,
  { kind: "toggle", key: "waits", label: "Waiting for applicant" },
  { kind: "toggle", key: "unpaid", label: "Ready to pay" },
];

/** Columns of the list of grant applications. */
export const APPLICATION_COLUMNS: readonly TableColumn<ApplicationRow>[] = [
  { id: "reference", header: "Reference", width: "11rem", cell: (row) => row.reference },
  {
    id: "state",
    header: "Status",
    phone: "title",
    hideable: false,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <StatusBadge status={row.state} label={applicationStateLabel(row.state)} />
        {row.waits_for_applicant && <Badge tone="primary">Waiting for applicant</Badge>}
      </span>
    ),
  },
  { id: "applicant", header: "Applicant", cell: (row) => <ApplicantLink person={row.applicant} /> },
  { id: "programme", header: "Programme", grows: true, cell: (row) => row.programme.name },
  { id: "lga", header: "LGA", phone: "hidden", cell: (row) => row.applicant.lga },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    sort: "amount",
    cell: (row) => <ApplicationAmountCell application={row} />,
  },
  { id: "score", header: "Score", sort: "score", cell: (row) => <ApplicationScoreCell application={row} /> },
  { id: "duplicates", header: "Duplicates", cell: (row) => <DuplicateBadge application={row} /> },
  {
    id: "submitted_at",
    header: "Submitted",
    sort: "submitted_at",
    cell: (row) => <DateTime at={row.submitted_at} />,
  },
];
