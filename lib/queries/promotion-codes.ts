import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { everyRow } from "./exports";
import { key } from "./keys";

export type PromotionCodeListInput = Parameters<typeof api.promotion.codes>[0];
export type AddCodesInput = Parameters<typeof api.promotion.addCodes>[0];
export type GenerateCodesInput = Parameters<typeof api.promotion.generateCodes>[0];

export const promotionCodesQuery = (input: PromotionCodeListInput) =>
  queryOptions({
    queryKey: key("Promotion", "codes", input),
    queryFn: ({ signal }) => api.promotion.codes(input, { signal }),
    placeholderData: keepPreviousData,
  });

const meta = { invalidates: ["Promotion", "System-Logs"] as const, quiet: true };

/** `idempotencyKey`: one for each time the dialog is opened, so that a retry after a lost answer gives the same results. */
export const addCodesMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: AddCodesInput) => api.promotion.addCodes(input, { context: { idempotencyKey } }),
    meta,
  });

/** `idempotencyKey`: one for each time the dialog is opened, so that a retry after a lost answer generates once. */
export const generateCodesMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: GenerateCodesInput) => api.promotion.generateCodes(input, { context: { idempotencyKey } }),
    meta,
  });

export const exportPromotionCodes = (input: PromotionCodeListInput, format: ExportFormat) =>
  api.promotion.exportCodes({ ...everyRow(input), format });
