"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Sparkles } from "lucide-react";
import { Suspense, useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { ExportButton } from "@/components/common/export/export-button";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { PROMOTION_CODE_LIST } from "@/lib/contract/promotion.values";
import type { PromotionCode } from "@/lib/contract/promotion-codes";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportPromotionCodes, promotionCodesQuery } from "@/lib/queries/promotion-codes";
import { useAccess } from "@/lib/queries/rp";

const AddDialog = lazyWithPreload(() => import("./promotion-codes-add"), "AddPromotionCodesDialog");
const GenerateDialog = lazyWithPreload(() => import("./promotion-codes-generate"), "GeneratePromotionCodesDialog");

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "used",
    label: "Used",
    single: true,
    options: [
      { value: "yes", label: "Used" },
      { value: "no", label: "Not used" },
    ],
  },
];

const CODE_COLUMNS: readonly TableColumn<PromotionCode>[] = [
  {
    id: "code",
    header: "Code",
    sort: "code",
    cell: ({ code }) => (
      <span className="font-mono">
        <CopyableText value={code} what={code} />
      </span>
    ),
  },
  { id: "uses", header: "Uses", sort: "uses", align: "end", cell: (row) => formatCount(row.uses) },
];

/** Lists a promotion's codes and their uses, with buttons to add or generate codes. */
export function PromotionCodes({ promotion }: { promotion: Pick<PromotionDetails, "id" | "state"> }) {
  const list = useListParams(PROMOTION_CODE_LIST);
  const input = { ...toApiInput(list.state), promotionId: promotion.id };
  const query = useQuery(promotionCodesQuery(input));
  const exportAccess = useExportAccess(routes.promotion.exportCodes);
  const mayAdd = useAccess(routes.promotion.addCodes);
  const [open, setOpen] = useState<"add" | "generate" | null>(null);
  const hasEnded = promotion.state === "ended" || promotion.state === "archived";
  const disabledReason = hasEnded ? "This promotion has ended, so codes can't be added." : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <div data-field="code" tabIndex={-1} className="outline-none">
        <DataTable
          label="Codes"
          columns={CODE_COLUMNS}
          query={query}
          list={list}
          rowId={(row) => row.code}
          searchLabel="Search by code"
          facets={FACETS}
          actions={
            <>
              {exportAccess && (
                <ExportButton
                  {...exportAccess}
                  what={["code", "codes"]}
                  list={query.data}
                  filtered={hasSearchOrFilters(list.state)}
                  create={(format) => exportPromotionCodes(input, format)}
                />
              )}
              {mayAdd && (
                <>
                  <Button disabled={hasEnded} title={disabledReason} onClick={() => setOpen("generate")}>
                    <Sparkles aria-hidden="true" /> Generate codes
                  </Button>
                  <Button variant="primary" disabled={hasEnded} title={disabledReason} onClick={() => setOpen("add")}>
                    <Plus aria-hidden="true" /> Add codes
                  </Button>
                </>
              )}
            </>
          }
          empty={{ text: "Codes that citizens type appear here. Add or generate the first ones." }}
        />
      </div>
      <Suspense>
        {open === "add" && <AddDialog promotionId={promotion.id} onClose={close} />}
        {open === "generate" && <GenerateDialog promotionId={promotion.id} onClose={close} />}
      </Suspense>
    </>
  );
}
