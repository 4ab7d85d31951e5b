import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type PromotionListInput = Parameters<typeof api.promotion.list>[0];
export type PromotionInput = Parameters<typeof api.promotion.create>[0];
export type PromotionReasonInput = Parameters<typeof api.promotion.pause>[0];
export type RaisePromotionBudgetInput = Parameters<typeof api.promotion.raise>[0];
export type ReschedulePromotionInput = Parameters<typeof api.promotion.reschedule>[0];
export type TryPromotionInput = Parameters<typeof api.promotion.trial>[0];
export type RedemptionListInput = Parameters<typeof api.promotion.redemptions>[0];
export type PromotionAbuseInput = Parameters<typeof api.promotion.abuse>[0];
type PromotionOverviewPeriod = Parameters<typeof api.promotion.overview>[0];

export const promotionOverviewQuery = (period: PromotionOverviewPeriod) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "overview", period),
    queryFn: ({ signal }) => api.promotion.overview(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const promotionListQuery = (input: PromotionListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "list", input),
    queryFn: ({ signal }) => api.promotion.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const promotionQuery = (promotionId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "single", promotionId),
    queryFn: ({ signal }) => api.promotion.single({ promotionId }, { signal }),
  });

export const promotionFiguresQuery = (promotionId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "figures", promotionId),
    queryFn: ({ signal }) => api.promotion.figures({ promotionId }, { signal }),
  });

export const redemptionListQuery = (input: RedemptionListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "redemptions", input),
    queryFn: fetchInWindow(api.promotion.redemptions, input),
    placeholderData: keepPreviousData,
  });

/** Reads the promotion that a payment used, as a list of at most one row. */
export const transactionRedemptionQuery = (transactionId: string) =>
  redemptionListQuery({ transaction: transactionId });

/** Reads clusters of accounts that one person may use to repeat a promotion. */
export const promotionAbuseQuery = (input: PromotionAbuseInput) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "abuse", input),
    queryFn: ({ signal }) => api.promotion.abuse(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the groups and payment methods that a promotion's form offers. */
export const promotionChoicesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "choices"),
    queryFn: ({ signal }) => api.promotion.choices({}, { signal }),
  });

/** Searches citizens for a promotion's audience or trial, by the typed text. */
export const promotionPeopleQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeyOf("Promotion", "people", q),
    queryFn: async ({ signal }) => itemsOfResponse(await api.promotion.people({ q }, { signal })),
    placeholderData: keepPreviousData,
  });

/** Simulates a promotion. Sent as POST because of its large input. A mutation, so that it runs only when the button is clicked. */
export const promotionTrialMutation = () =>
  mutationOptions({ mutationFn: (input: TryPromotionInput) => api.promotion.trial(input), meta: { quiet: true } });

const { changes, creates, meta } = mutationsInvalidating("Promotion", "Overview", "System-Logs");

export const createPromotionMutation = creates(api.promotion.create);

export const updatePromotionMutation = changes(api.promotion.update);

export const removePromotionMutation = changes(api.promotion.remove);

/** Creates a draft from an existing promotion, without its codes. */
export const copyPromotionMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (promotionId: string) =>
      api.promotion.copy({ promotionId }, { context: { idempotencyKey } }).then(assertSaved),
    meta,
  });

export const publishPromotionMutation = changes(api.promotion.publish);

export const pausePromotionMutation = changes(api.promotion.pause);

export const resumePromotionMutation = changes(api.promotion.resume);

export const endPromotionMutation = changes(api.promotion.end);

export const archivePromotionMutation = changes(api.promotion.archive);

export const raisePromotionBudgetMutation = changes(api.promotion.raise);

export const reschedulePromotionMutation = changes(api.promotion.reschedule);

export const exportPromotions = (input: PromotionListInput, format: ExportFormat) =>
  api.promotion.export({ ...withoutPaging(input), format });

export const exportRedemptions = (input: RedemptionListInput, format: ExportFormat) =>
  api.promotion.exportRedemptions({ ...withoutPaging(input), format });
