import type { ZodType } from "zod";
import type { PromotionRaiseInput, PromotionReasonInput, PromotionRescheduleInput } from "@/lib/queries/promotion";

const inputOf =
  <T>(call: "pause" | "raise" | "reschedule") =>
  () =>
    import("@/lib/contract/promotion").then(
      ({ promotion }) => promotion[call]["~orpc"].inputSchema as unknown as ZodType<T>,
    );

/** The contract's own forms of what is asked with a reason; fetched when somebody begins to type. */
export const loadReason = inputOf<PromotionReasonInput>("pause");
export const loadReschedule = inputOf<PromotionRescheduleInput>("reschedule");
/** The amount is typed in naira. */
export const loadRaise = async () => {
  const [{ naira }, schema] = await Promise.all([
    import("@/lib/contract/money"),
    inputOf<PromotionRaiseInput>("raise")(),
  ]);
  const form = schema as unknown as { extend: (shape: object) => ZodType<PromotionRaiseInput> };
  return form.extend({ budget: naira });
};
