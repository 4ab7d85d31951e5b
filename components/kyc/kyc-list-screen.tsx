"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Kbd } from "@/components/ui/kbd";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useShortcuts } from "@/lib/client/shortcuts";
import { useListParams } from "@/lib/client/use-list-params";
import type { AdminRef } from "@/lib/contract/common";
import type { KycRow } from "@/lib/contract/kyc";
import { IDENTITY_TYPES, KYC_FLAG_WORDS, KYC_FLAGS, KYC_LIST, KYC_STATES, KYC_TIERS } from "@/lib/contract/kyc.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { routes } from "@/lib/contract/routes";
import { adminLabel, selectOptions } from "@/lib/format";
import { meQuery } from "@/lib/queries/auth";
import { useExportAccess, withoutPaging } from "@/lib/queries/exports";
import { exportKyc, kycListQuery } from "@/lib/queries/kyc";
import { usePollKycChanges } from "@/lib/queries/kyc-pulse";
import { kycAssigneesQuery } from "@/lib/queries/kyc-work";
import { useAccess } from "@/lib/queries/rp";
import { KycAccountStatusBadge, KycDueTime, KycRiskFlagBadge } from "./kyc-badges";
import { KycLaneLinks } from "./kyc-lanes";
import { KycNewRequestLink } from "./kyc-submit-links";
import { KycTeamFigures } from "./kyc-team-figures";
import { identityTypeLabel } from "./kyc-words";
import { useBulkAssignKycRequests } from "./use-bulk-assign";
import { kycReviewUrl, useOpenNextKycRequest } from "./use-next-request";

const assigneeFacet = (officers: readonly AdminRef[] = [], meId?: string): Facet => ({
  kind: "choices",
  key: "assignee",
  label: "Assignee",
  single: true,
  options: [
    { value: "me", label: "Me" },
    { value: "nobody", label: "Nobody" },
    ...officers.filter(({ id }) => id !== meId).map((officer) => ({ value: officer.id, label: adminLabel(officer) })),
  ],
});

const STATE_FACET: Facet = { kind: "choices", key: "state", label: "State", options: selectOptions(KYC_STATES) };

const FACETS: readonly Facet[] = [
  { kind: "toggle", key: "late", label: "Late only" },
  { kind: "toggle", key: "flagged", label: "Flagged only" },
  { kind: "choices", key: "tier", label: "Tier", options: selectOptions(KYC_TIERS, (tier) => `Tier ${tier}`) },
  {
    kind: "choices",
    key: "identity_type",
    label: "Identity",
    options: selectOptions(IDENTITY_TYPES, identityTypeLabel),
  },
  { kind: "choices", key: "lga", label: "LGA", options: LGA_OPTIONS },
  { kind: "days", from: "submitted_from", to: "submitted_to", label: "Submitted" },
  {
    kind: "choices",
    key: "flag",
    label: "Risk flag",
    single: true,
    options: selectOptions(KYC_FLAGS, (flag) => KYC_FLAG_WORDS[flag]),
  },
];

const DESCRIPTIONS = {
  all: "Identity requests",
  clean: "Open requests without a risk flag",
  risk: "Open requests with risk flags",
};
/** Labels of the queue's default sort orders. The column header shows any other order. */
const SORT_TEXT: Record<string, string> = { submitted_at: ", oldest first", "-risk": ", the most serious first" };

const nameCell = (row: KycRow) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="font-semibold">{row.name}</span>
    <KycRiskFlagBadge flags={row.flags} />
    <KycAccountStatusBadge status={row.account_status} />
  </span>
);

const KYC_COLUMNS: readonly TableColumn<KycRow>[] = [
  { id: "reference", header: "Reference", cell: (row) => row.reference, width: "8rem" },
  {
    id: "name",
    header: "Name",
    sort: "name",
    hideable: false,
    phone: "title",
    cell: nameCell,
  },
  { id: "tier", header: "Tier", sort: "tier", cell: (row) => `Tier ${row.tier}`, width: "5rem" },
  { id: "identity_type", header: "Identity", cell: (row) => identityTypeLabel(row.identity_type), phone: "hidden" },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={row.state} /> },
  {
    id: "submitted_at",
    header: "Submitted",
    sort: "submitted_at",
    phone: "hidden",
    cell: (row) => <DateTime at={row.submitted_at} />,
  },
  { id: "due_at", header: "Due", sort: "due_at", cell: (row) => <KycDueTime request={row} /> },
  {
    id: "assignee",
    header: "Assignee",
    cell: (row) => (row.assignee ? <AdminName admin={row.assignee} /> : <span className="text-muted">Nobody</span>),
  },
];

/** Columns of the list of flagged requests, which describe each request's risk flags in words. */
const RISK_COLUMNS: readonly TableColumn<KycRow>[] = KYC_COLUMNS.flatMap((column) =>
  column.id === "name"
    ? [
        { ...column, cell: (row) => nameCell({ ...row, flags: [] }) },
        {
          id: "flags",
          header: "Risk flags",
          sort: "risk",
          cell: ({ flags }) => flags.map((flag) => KYC_FLAG_WORDS[flag]).join(", ") || "–",
          phone: "line",
          wraps: true,
        },
      ]
    : [column],
);

/** Lists the identity requests, oldest first. */
export function KycListScreen() {
  const list = useListParams(KYC_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(kycListQuery(input));
  const officers = useQuery(kycAssigneesQuery()).data;
  const me = useQuery(meQuery()).data;
  const exportAccess = useExportAccess(routes.kyc.export);
  const mayReview = useAccess(routes.kyc.next);
  const { lane } = list.state.filters;
  const { next, busy } = useOpenNextKycRequest(undefined, lane);
  const bulk = useBulkAssignKycRequests(withoutPaging(input));
  usePollKycChanges(query.data?.mark);
  useShortcuts("Identity requests", mayReview ? [{ key: "n", label: "Next for me", run: next }] : []);
  const rows = query.data?.items ?? [];
  return (
    <>
      <PageHeader
        title="KYC Management"
        description={`${DESCRIPTIONS[lane ?? "all"]}${SORT_TEXT[list.state.sort ?? KYC_LIST.defaultSort ?? ""] ?? ""}.`}
        actions={
          <>
            <KycNewRequestLink />
            {mayReview && (
              <Button variant="primary" busy={busy} aria-keyshortcuts="n" onClick={next}>
                Next for me
                <span className="max-md:hidden">
                  <Kbd>N</Kbd>
                </span>
              </Button>
            )}
          </>
        }
      />
      <KycTeamFigures />
      <KycLaneLinks state={list.state} />
      <DataTable
        label="Identity requests"
        columns={lane === "risk" || list.sort?.endsWith("risk") ? RISK_COLUMNS : KYC_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => kycReviewUrl(row.id, lane)}
        searchLabel="Search by name, reference or phone"
        facets={[STATE_FACET, assigneeFacet(officers, me?.id), ...FACETS]}
        selection={
          mayReview
            ? {
                rowName: (row) => `${row.reference} ${row.name}`,
                bar: (selected, clear) =>
                  bulk.bar(selected, clear, selected.length === rows.length && (query.data?.total ?? 0) > rows.length),
              }
            : undefined
        }
        actions={
          <>
            {mayReview && bulk.all}
            {exportAccess && (
              <ExportButton
                {...exportAccess}
                what={["identity request", "identity requests"]}
                list={query.data}
                filtered={hasSearchOrFilters(list.state)}
                create={(format) => exportKyc({ ...input, until: query.data?.until }, format)}
              />
            )}
          </>
        }
        empty={{
          text: "New identity requests from the app appear here.",
          action: useAccess(routes.kyc.submit) && (
            <ButtonLink href="/dashboard/kyc-management/new">New request</ButtonLink>
          ),
        }}
      />
      {bulk.dialogs}
    </>
  );
}
