"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ProgrammeRow } from "@/lib/contract/grant";
import { PROGRAMME_LIST } from "@/lib/contract/grant.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { programmesQuery } from "@/lib/queries/grant";
import { useAccess } from "@/lib/queries/rp";
import { PROGRAMMES_URL } from "./grant-urls";
import { ProgrammeBudget } from "./programme-budget";

import {
  countApplications,
  describeApplicationPeriod,
  describeAward,
  PROGRAMME_STATE_OPTIONS,
} from "./programme-words";

const PROGRAMME_COLUMNS: readonly TableColumn<ProgrammeRow>[] = [
  { id: "name", header: "Programme", sort: "name", cell: (row) => row.name },
  { id: "state", header: "Status", phone: "title", cell: (row) => <StatusBadge status={row.state} /> },
  { id: "sponsor", header: "Sponsor", cell: (row) => row.sponsor || <span className="text-muted">None yet</span> },
  { id: "award", header: "Gives", cell: (row) => describeAward(row) },
  { id: "budget", header: "Paid and committed", sort: "budget", cell: (row) => <ProgrammeBudget {...row} compact /> },
  {
    id: "applications",
    header: "Applications",
    align: "end",
    cell: (row) => formatCount(countApplications(row)),
  },
  { id: "closes_at", header: "Window", sort: "closes_at", cell: (row) => describeApplicationPeriod(row) },
  {
    id: "updated_at",
    header: "Changed",
    optional: true,
    sort: "updated_at",
    phone: "hidden",
    cell: (row) => <DateTime at={row.updated_at} />,
  },
];

const FACETS: Facet[] = [{ kind: "choices", key: "state", label: "Status", options: PROGRAMME_STATE_OPTIONS }];

/** Lists all programmes, from drafts to completed ones. */
export function ProgrammeListScreen() {
  const list = useListParams(PROGRAMME_LIST);
  const query = useQuery(programmesQuery(toApiInput(list.state)));
  const mayCreate = useAccess(routes.grant.createProgramme);
  return (
    <DataTable
      label="Programmes"
      columns={PROGRAMME_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("grant_programme", row.id)}
      searchLabel="Search by name or sponsor"
      facets={FACETS}
      actions={
        mayCreate && (
          <ButtonLink href={`${PROGRAMMES_URL}/new`} variant="primary">
            <Plus aria-hidden="true" /> New programme
          </ButtonLink>
        )
      }
      empty={{ text: "Programmes that citizens can apply to for a grant appear here." }}
    />
  );
}
