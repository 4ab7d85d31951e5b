import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { LegalKind } from "@/lib/contract/content-entries.values";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";

type MissesInput = Parameters<typeof api.appConfig.faqMisses>[0];
type AcceptancesInput = Parameters<typeof api.appConfig.acceptances>[0];

/** Reads citizens' searches in the FAQ that had no result. */
export const failedFaqSearchesQuery = (input: MissesInput) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "faq-misses", input),
    queryFn: ({ signal }) => api.appConfig.faqMisses(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Deletes an entry from the list of FAQ searches without a result. */
export const deleteFailedFaqSearchMutation = () =>
  mutationOptions({
    mutationFn: (missId: string) => api.appConfig.deleteFaqMiss({ missId }),
    meta: { invalidates: ["AppConfig"] as const, quiet: true },
  });

/** Reads who accepted a version of the terms or the privacy policy. */
export const legalAcceptancesQuery = (input: AcceptancesInput) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "acceptances", input),
    queryFn: fetchInWindow(api.appConfig.acceptances, input),
    placeholderData: keepPreviousData,
  });

/** Reads how many citizens accepted each version of a legal document, and the number of accounts. */
export const legalAcceptanceStatsQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "acceptance-stats", kind),
    queryFn: ({ signal }) => api.appConfig.acceptanceStats({ kind }, { signal }),
  });

/** Creates a download link for the list of citizens who accepted a version of a legal document. */
export const exportAcceptances = (input: AcceptancesInput, format: ExportFormat) =>
  api.appConfig.exportAcceptances({ ...withoutPaging(input), format });
