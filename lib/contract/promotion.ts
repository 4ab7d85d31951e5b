import { z } from "zod";
import {
  endpoint,
  id,
  instantInput,
  listInput,
  listOf,
  noInput,
  oneLine,
  pageOf,
  personRef,
  referenceText,
  text,
  version,
} from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { LGAS } from "./lgas.values";
import { kobo, koboOrNone } from "./money";
import { personSearch } from "./person";
import { promotionCallsFromApp } from "./promotion.app";
import { promotionRoutes as routes } from "./promotion.routes";
import {
  FULL_BASIS_POINTS,
  PROMOTABLE_TYPES,
  PROMOTION_DESCRIPTION_MAX,
  PROMOTION_GROUPS_MAX,
  PROMOTION_KINDS,
  PROMOTION_LIST,
  PROMOTION_NAME_MAX,
  PROMOTION_REFUSAL_REASONS,
  PROMOTION_TRIGGERS,
  PROMOTION_USES_MAX,
} from "./promotion.values";
import { promotionCodeCalls } from "./promotion-codes";
import { promotionFigureCalls } from "./promotion-figures";
import { promotionRow } from "./promotion-row";
import { timelineEntry } from "./system-logs";
import { PAYMENT_CHANNELS } from "./transaction.values";

const promotionSingle = promotionRow.extend({
  description: z.string(),
  groups: z.array(personRef),
  /** Missing fields that publishing requires: field → instruction. */
  missing: z.record(z.string(), z.string()),
  /** Unreserved kobo in the promotions pool. */
  pool: z.int(),
  /** True once a payment used or reserved the promotion, which can then be ended, but not deleted. */
  is_used: z.boolean(),
  copied_from: personRef.nullable(),
  timeline: z.array(timelineEntry),
});
/** A promotion as shown on its own page. */
export type PromotionDetails = z.infer<typeof promotionSingle>;

const maxUses = z
  .int("Use a whole number.")
  .min(1, "Use at least 1.")
  .max(PROMOTION_USES_MAX, "This number is too large.");
const fieldSchemas = {
  name: oneLine(PROMOTION_NAME_MAX, 2),
  description: text(PROMOTION_DESCRIPTION_MAX),
  trigger: z.enum(PROMOTION_TRIGGERS, "Choose one."),
  kind: z.enum(PROMOTION_KINDS, "Choose one."),
  basis_points: z
    .int("Use a percentage such as 12.5.")
    .min(1, "Use a percentage above 0.")
    .max(FULL_BASIS_POINTS, "Use at most 100%.")
    .nullable(),
  flat_amount: kobo.nullable(),
  cap: kobo.nullable(),
  minimum: koboOrNone,
  types: z.array(z.enum(PROMOTABLE_TYPES)).max(PROMOTABLE_TYPES.length).refine(hasNoRepeats, "Name each type once."),
  channels: z
    .array(z.enum(PAYMENT_CHANNELS))
    .max(PAYMENT_CHANNELS.length)
    .refine(hasNoRepeats, "Name each channel once."),
  group_ids: z.array(id).max(PROMOTION_GROUPS_MAX).refine(hasNoRepeats, "Name each group once."),
  first_payment_only: z.boolean(),
  uses_total: maxUses.nullable(),
  uses_per_user: maxUses.nullable(),
  uses_per_code: maxUses.nullable(),
  budget: koboOrNone,
  starts_at: instantInput.nullable(),
  ends_at: instantInput.nullable(),
};
function hasNoRepeats(values: readonly unknown[]) {
  return new Set(values).size === values.length;
}

type PromotionInput = z.output<z.ZodObject<typeof fieldSchemas>>;
/** Reports fields that contradict each other. */
function checkPromotion(input: PromotionInput, context: z.RefinementCtx) {
  const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (input.kind === "flat" && input.basis_points !== null) wrong("basis_points", "A flat amount has no percentage.");
  if (input.kind !== "flat" && input.flat_amount !== null) wrong("flat_amount", "A percentage has no flat amount.");
  if (input.kind === "flat" && input.cap !== null) wrong("cap", "A flat amount needs no cap.");
  if (input.trigger === "automatic" && input.uses_per_code !== null)
    wrong("uses_per_code", "An automatic promotion has no codes.");
  if (input.starts_at && input.ends_at && Date.parse(input.ends_at) <= Date.parse(input.starts_at))
    wrong("ends_at", "The promotion has to end after it starts.");
}
/** Fields of a promotion's form. */
export const promotionFields = z.strictObject(fieldSchemas);
export const promotionCreation = promotionFields.superRefine(checkPromotion);

const trialInput = z
  .strictObject({
    /** Either the id of a saved promotion, or the values of a form. */
    promotion_id: id.optional(),
    terms: promotionFields.optional(),
    /** Id of the draft that `terms` belong to. `code` is looked up among the draft's codes, if the draft has codes. */
    codes_of: id.optional(),
    code: referenceText(40).optional(),
    user_id: z.uuid("Choose a user.").toLowerCase(),
    type: z.enum(PROMOTABLE_TYPES, "Choose a type."),
    /** Code of a payment method. */
    method: oneLine(60, 1),
    amount: kobo,
  })
  .refine((input) => (input.promotion_id === undefined) !== (input.terms === undefined), {
    path: ["promotion_id"],
    message: "Name a promotion, or send the terms of one.",
  });
const trialResult = z.object({
  applies: z.boolean(),
  /** The benefit if every rule were met, and the price including the fee, in kobo. */
  discount: z.int(),
  cashback: z.int(),
  fee: z.int(),
  to_pay: z.int(),
  /** Every rule that the payment does not meet, with a sentence. `account`: the account can't make such a payment at all. */
  reasons: z.array(z.object({ reason: z.enum([...PROMOTION_REFUSAL_REASONS, "account"]), message: z.string() })),
});
/** Result of simulating a promotion for one payment. */
export type PromotionTrial = z.infer<typeof trialResult>;

const promotionListInput = listInput(PROMOTION_LIST);

const promotionInput = z.strictObject({ promotionId: id });
const promotionVersion = z.strictObject({ promotionId: id, version });
const reason = text(400, 3);

/** Input that changes a promotion's state, with the reason. */
export const promotionReasonInput = promotionVersion.extend({ reason });
/** Input that changes a running promotion's end, with the reason. */
export const promotionReschedule = promotionVersion.extend({ ends_at: instantInput.nullable(), reason });
/** Input that raises a promotion's budget. */
export const promotionBudgetRaise = promotionVersion.extend({ budget: kobo, reason });

/** Calls of the Promotions module, with descriptions and schemas. */
export const promotionCalls = {
  list: endpoint(routes.list, {
    summary: "Promotions, active ones first",
    input: promotionListInput,
    output: pageOf(promotionRow),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads the promotions",
    done: "Exported promotions",
    input: promotionListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  choices: endpoint(routes.choices, {
    summary: "User groups and payment methods that a promotion can name",
    input: noInput,
    output: z.object({
      groups: z.array(personRef),
      /** Enabled payment methods. `types`: transaction types that the method can pay. */
      methods: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          channel: z.enum(PAYMENT_CHANNELS),
          types: z.array(z.enum(PROMOTABLE_TYPES)),
        }),
      ),
    }),
  }),
  people: endpoint(routes.people, {
    summary: "Citizens to test a promotion with, by name, phone or email",
    /** Name, phone number or email to search for. */
    input: personSearch,
    output: listOf(personRef.extend({ phone: z.string(), lga: z.enum(LGAS) })),
  }),
  trial: endpoint(routes.trial, {
    summary:
      "Whether a promotion, saved or not, would apply to a payment of a user, what it would give, and if not, why",
    input: trialInput,
    output: trialResult,
  }),
  create: endpoint(routes.create, {
    summary: "Create a draft",
    done: "Drafted a promotion",
    input: promotionCreation,
    output: promotionSingle,
  }),
  single: endpoint(routes.single, { summary: "One promotion", input: promotionInput, output: promotionSingle }),
  update: endpoint(routes.update, {
    summary: "Change a promotion that has not started",
    done: "Changed a promotion",
    input: z.strictObject({ promotionId: id, version, ...fieldSchemas }).superRefine(checkPromotion),
    output: promotionSingle,
  }),
  remove: endpoint(routes.remove, {
    summary: "Delete a promotion that nobody has used",
    done: "Deleted a promotion",
    input: promotionVersion,
    output: z.object({ id: z.string() }),
  }),
  copy: endpoint(routes.copy, {
    summary: "Duplicate a promotion as a draft, without its codes",
    done: "Copied a promotion",
    input: promotionInput,
    output: promotionSingle,
  }),
  publish: endpoint(routes.publish, {
    summary: "Publish a draft: it starts at its start time, or immediately",
    done: "Published a promotion",
    input: promotionVersion,
    output: promotionSingle,
  }),
  pause: endpoint(routes.pause, {
    summary: "Pause a promotion",
    done: "Paused a promotion",
    input: promotionReasonInput,
    output: promotionSingle,
  }),
  resume: endpoint(routes.resume, {
    summary: "Resume a paused promotion",
    done: "Resumed a promotion",
    input: promotionVersion,
    output: promotionSingle,
  }),
  end: endpoint(routes.end, {
    summary: "End a promotion permanently",
    done: "Ended a promotion",
    input: promotionReasonInput,
    output: promotionSingle,
  }),
  archive: endpoint(routes.archive, {
    summary: "Archive a promotion that has ended",
    done: "Archived a promotion",
    input: promotionVersion,
    output: promotionSingle,
  }),
  raise: endpoint(routes.raise, {
    summary: "Raise the budget of a promotion",
    done: "Raised the budget of a promotion",
    input: promotionBudgetRaise,
    output: promotionSingle,
  }),
  reschedule: endpoint(routes.reschedule, {
    summary: "Change the end of a running promotion",
    done: "Changed the end date of a promotion",
    input: promotionReschedule,
    output: promotionSingle,
  }),
  ...promotionFigureCalls,
  ...promotionCodeCalls,
  ...promotionCallsFromApp,
};
