import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type PromotionCodeListInput = Parameters<typeof api.promotion.codes>[0];
export type GenerateCodesInput = Parameters<typeof api.promotion.generateCodes>[0];

export const promotionCodesQuery = (input: PromotionCodeListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "codes", input),
    queryFn: ({ signal }) => api.promotion.codes(input, { signal }),
    placeholderData: keepPreviousData,
  });

const { creates } = mutationsInvalidating("Promotion", "System-Logs");

/** Adds typed or imported codes to a promotion. */
export const addCodesMutation = creates(api.promotion.addCodes);

/** Adds random codes to a promotion. */
export const generateCodesMutation = creates(api.promotion.generateCodes);

export const exportPromotionCodes = (input: PromotionCodeListInput, format: ExportFormat) =>
  api.promotion.exportCodes({ ...withoutPaging(input), format });
