"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { BROADCAST_AUDIENCES, BROADCAST_LIST, BROADCAST_STATES } from "@/lib/contract/app-config.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { selectOptions } from "@/lib/format";
import { broadcastsQuery } from "@/lib/queries/broadcasts";
import { useAccess } from "@/lib/queries/rp";
import { BROADCAST_COLUMNS } from "./broadcast-list-columns";

import { MissingBroadcastSettingsNotice } from "./broadcast-settings-notice";
import {
  APP_KEYS_URL,
  BROADCAST_AUDIENCE_LABELS,
  BROADCAST_STATE_LABELS,
  BROADCASTS_URL,
  WEBHOOKS_URL,
} from "./broadcast-words";

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "state",
    label: "State",
    options: selectOptions(BROADCAST_STATES, BROADCAST_STATE_LABELS),
  },
  {
    kind: "choices",
    key: "audience",
    label: "Audience",
    single: true,
    options: selectOptions(BROADCAST_AUDIENCES, BROADCAST_AUDIENCE_LABELS),
  },
];

/** Lists all notifications to citizens: drafts, pending notifications, and results of sent ones. */
export function BroadcastListScreen() {
  const list = useListParams(BROADCAST_LIST);
  const query = useQuery(broadcastsQuery(toApiInput(list.state)));
  const mayCreate = useAccess(routes.appConfig.createBroadcast);
  return (
    <div className="space-y-4">
      <MissingBroadcastSettingsNotice missing={query.data?.missing_settings ?? []} />
      <DataTable
        label="Notifications to citizens"
        columns={BROADCAST_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("broadcast", row.id)}
        searchLabel="Search by title or text"
        facets={FACETS}
        actions={
          <>
            <ButtonLink href={WEBHOOKS_URL}>Webhooks</ButtonLink>
            <ButtonLink href={APP_KEYS_URL}>App keys</ButtonLink>
            {mayCreate && (
              <ButtonLink href={`${BROADCASTS_URL}/new`} variant="primary">
                <Plus aria-hidden="true" /> New notification
              </ButtonLink>
            )}
          </>
        }
        empty={{ text: "Notifications that you send to citizens' phones appear here." }}
      />
    </div>
  );
}
