"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { PROMOTION_ARCHIVE_LIST, PROMOTION_LIST, PROMOTION_TRIGGERS } from "@/lib/contract/promotion.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { selectOptions } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportPromotions, promotionListQuery } from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";
import { PROMOTION_COLUMNS } from "./promotion-columns";

import { PROMOTION_KIND_OPTIONS, PROMOTION_STATE_OPTIONS } from "./promotion-list-words";
import { PROMOTIONS_URL } from "./promotion-urls";
import { PAYMENT_TYPE_OPTIONS } from "./promotion-words";

const FACETS: Facet[] = [
  { kind: "choices", key: "kind", label: "Gives", options: PROMOTION_KIND_OPTIONS },
  {
    kind: "choices",
    key: "trigger",
    label: "Code",
    single: true,
    options: selectOptions(PROMOTION_TRIGGERS, (trigger) => (trigger === "code" ? "With a code" : "Automatic")),
  },
  {
    kind: "choices",
    key: "type",
    label: "For",
    single: true,
    options: PAYMENT_TYPE_OPTIONS,
  },
];
const STATE_FACET: Facet = { kind: "choices", key: "state", label: "Status", options: PROMOTION_STATE_OPTIONS };
const EXPORT_NOUNS = ["promotion", "promotions"] as const;

/** Lists the promotions that are not archived. */
export function PromotionListScreen() {
  const list = useListParams(PROMOTION_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(promotionListQuery(input));
  const mayCreate = useAccess(routes.promotion.create);
  const exportAccess = useExportAccess(routes.promotion.export);
  return (
    <DataTable
      label="Promotions"
      columns={PROMOTION_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("promotion", row.id)}
      searchLabel="Search by name or code"
      facets={[STATE_FACET, ...FACETS]}
      actions={
        <>
          {exportAccess && (
            <ExportButton
              {...exportAccess}
              what={[...EXPORT_NOUNS]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportPromotions(input, format)}
            />
          )}
          {mayCreate && (
            <ButtonLink href={`${PROMOTIONS_URL}/new`} variant="primary">
              <Plus aria-hidden="true" /> New promotion
            </ButtonLink>
          )}
        </>
      }
      empty={{ text: "Promotions for citizens' payments appear here: discounts and cashback." }}
    />
  );
}

/** Lists archived promotions. */
export function PromotionArchiveScreen() {
  const list = useListParams(PROMOTION_ARCHIVE_LIST);
  const input = { ...toApiInput(list.state), state: "archived" as const };
  const query = useQuery(promotionListQuery(input));
  const exportAccess = useExportAccess(routes.promotion.export);
  return (
    <DataTable
      label="Archived promotions"
      columns={PROMOTION_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("promotion", row.id)}
      searchLabel="Search by name or code"
      facets={FACETS}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={[...EXPORT_NOUNS]}
            list={query.data}
            filtered={hasSearchOrFilters(list.state)}
            create={(format) => exportPromotions(input, format)}
          />
        )
      }
      empty={{
        text: "Promotions that have ended can be moved here from their pages.",
        action: <ButtonLink href="/dashboard/promotions/all">Promotions</ButtonLink>,
      }}
    />
  );
}
