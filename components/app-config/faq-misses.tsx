"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { NewContentEntryButton } from "@/components/content-entry/new-content-entry-button";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { toApiInput } from "@/lib/client/list-params";
import { toast } from "@/lib/client/toast";
import { useListParams } from "@/lib/client/use-list-params";
import type { FailedFaqSearch } from "@/lib/contract/app-config";
import { FAILED_FAQ_SEARCH_LIST } from "@/lib/contract/app-config.values";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { deleteFailedFaqSearchMutation, failedFaqSearchesQuery } from "@/lib/queries/app-config";
import { useAccess } from "@/lib/queries/rp";

const MISS_COLUMNS: readonly TableColumn<FailedFaqSearch>[] = [
  { id: "query", header: "Searched for", hideable: false, cell: ({ query }) => <strong>{query}</strong> },
  { id: "times", header: "Times", sort: "times", align: "end", cell: ({ times }) => formatCount(times) },
  { id: "language", header: "Language", cell: ({ language }) => language },
  { id: "last_at", header: "Last", sort: "last_at", cell: ({ last_at }) => <DateTime at={last_at} /> },
  { id: "actions", header: "Actions", align: "end", hideable: false, cell: (miss) => <MissActions miss={miss} /> },
];

/** Lists citizens' FAQ searches without a result, which suggest new questions. The searches are stored without names. */
export function FaqSearchesWithoutResult() {
  const list = useListParams(FAILED_FAQ_SEARCH_LIST);
  const query = useQuery(failedFaqSearchesQuery(toApiInput(list.state)));
  return (
    <DataTable
      label="Searches without a result"
      columns={MISS_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      searchLabel="Search terms"
      facets={[]}
      empty={{
        text: "Searches in the app's help without a result are counted here, without names.",
        action: <ButtonLink href="/dashboard/app-config/faq">Questions of the help</ButtonLink>,
      }}
    />
  );
}

function MissActions({ miss }: { miss: FailedFaqSearch }) {
  const remove = useMutation(deleteFailedFaqSearchMutation());
  const mayRemove = useAccess(routes.appConfig.deleteFaqMiss);
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <NewContentEntryButton
        kind="faq"
        label="Write an answer"
        draft={{ texts: { [miss.language]: { question: miss.query, answer: null } } }}
      />
      {mayRemove && (
        <Button
          variant="ghost"
          busy={remove.isPending}
          aria-label={`Remove ${miss.query}`}
          onClick={() => remove.mutate(miss.id, { onError: (error) => void toast.error(error.message) })}
        >
          Remove
        </Button>
      )}
    </span>
  );
}
