"use client";

import { useQuery } from "@tanstack/react-query";
import { TabLinks } from "@/components/common/tab-links";
import { type ListState, toListQueryString } from "@/lib/client/list-params";
import { KYC_LIST, type KycLane } from "@/lib/contract/kyc.values";
import { formatTotal } from "@/lib/format";
import { kycStatsQuery } from "@/lib/queries/kyc-work";

const LIST_URL = "/dashboard/kyc-management";

/**
 * Links to all identity requests, to requests without risk flags, and to flagged requests sorted by risk. Each link keeps the list's
 * other filters.
 */
export function KycLaneLinks({ state }: { state: ListState<typeof KYC_LIST.filters> }) {
  const { data } = useQuery(kycStatsQuery());
  const hrefOf = (lane?: KycLane, sort?: string) =>
    LIST_URL + toListQueryString(KYC_LIST, { ...state, page: 1, sort, filters: { ...state.filters, lane } });
  const lanes = [
    { lane: undefined, label: "All", href: hrefOf() },
    {
      lane: "clean",
      label: data ? `Clean (${formatTotal(data.clean, data.clean_is_capped)})` : "Clean",
      href: hrefOf("clean"),
    },
    {
      lane: "risk",
      label: data ? `By risk (${formatTotal(data.flagged, data.flagged_is_capped)})` : "By risk",
      href: hrefOf("risk", "-risk"),
    },
  ];
  return <TabLinks label="Lanes" tabs={lanes} current={lanes.find(({ lane }) => lane === state.filters.lane)?.href} />;
}
