import { expect, it } from "vitest";
import type { PromotionDetails } from "@/lib/contract/promotion";
import {
  draftFromPromotion,
  loadPromotionSchema,
  type PromotionDraft,
  parseBenefitTerms,
  promotionInputOf,
} from "./promotion-draft";
import { describePriceExample } from "./promotion-trial-example";

const PROMOTION: PromotionDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  name: "Ten percent off bills",
  description: "",
  state: "draft",
  pause_cause: null,
  end_cause: null,
  trigger: "code",
  kind: "percentage",
  basis_points: 1_250,
  flat_amount: null,
  cap: 50_000,
  minimum: 100_000,
  types: ["ticket", "bill_payment"],
  channels: [],
  groups: [],
  first_payment_only: false,
  uses_total: null,
  uses_per_user: 1,
  uses_per_code: 5,
  budget: 100_000_000,
  starts_at: "2027-01-01T08:00:00.000Z",
  ends_at: null,
  code: null,
  codes: 0,
  uses: 0,
  spent: 0,
  reserved_uses: 0,
  reserved: 0,
  updated_at: "2026-11-21T10:00:00.000Z",
  version: 1,
  missing: {},
  pool: 500_000_000,
  is_used: false,
  copied_from: null,
  timeline: [],
};
const makeDraft = (patch: Partial<PromotionDraft>) => ({ ...draftFromPromotion(PROMOTION), ...patch });

it("converts a promotion to form values and back without changes", async () => {
  expect(makeDraft({})).toMatchObject({
    basis_points: "12.5",
    cap: "500.00",
    budget: "1,000,000.00",
    uses_per_user: "1",
  });
  const parsed = (await loadPromotionSchema()).safeParse(promotionInputOf(makeDraft({})));
  expect(parsed.error).toBeUndefined();
  expect(parsed.data).toMatchObject({ basis_points: 1_250, cap: 50_000, minimum: 100_000, budget: 100_000_000 });
});

it("omits from the request values that the promotion's kind or trigger does not use, but keeps them in the form", () => {
  const flatDraft = makeDraft({ kind: "flat", flat_amount: "300", trigger: "automatic" });
  expect(promotionInputOf(flatDraft)).toMatchObject({
    basis_points: null,
    cap: null,
    flat_amount: 30_000,
    uses_per_code: null,
  });
  expect(promotionInputOf({ ...flatDraft, kind: "cashback", trigger: "code" })).toMatchObject({
    basis_points: 1_250,
    flat_amount: null,
    uses_per_code: 5,
  });
});

it.each([
  ["basis_points", "half", "Use a percentage such as 12.5."],
  ["basis_points", "0", "Use a percentage above 0."],
  ["cap", "a lot", "Enter an amount such as 5,000 or 5,000.50."],
  ["budget", "a lot", "Enter an amount such as 5,000 or 5,000.50."],
  ["minimum", "-5", "Enter an amount such as 5,000 or 5,000.50."],
  ["uses_total", "1.5", "Use a whole number."],
])("shows an error at the promotion's field %s for the value %s", async (field, value, message) => {
  const parsed = (await loadPromotionSchema()).safeParse(promotionInputOf(makeDraft({ [field]: value })));
  expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([[field, message]]);
});

it("shows the amounts charged and saved for an example payment with the promotion", () => {
  expect(describePriceExample(makeDraft({}), 200_000)).toBe("The citizen pays ₦1,750.00 and saves ₦250.00.");
  expect(describePriceExample(makeDraft({}), 1_000_000)).toBe("The citizen pays ₦9,500.00 and saves ₦500.00.");
  expect(describePriceExample(makeDraft({ kind: "cashback" }), 200_000)).toBe(
    "The citizen pays ₦2,000.00 and gets ₦250.00 back to the wallet.",
  );
  expect(describePriceExample(makeDraft({}), 99_999)).toBe("Gives nothing: the payment has to be at least ₦1,000.00.");
  expect(describePriceExample(makeDraft({ basis_points: "" }), 200_000)).toBe("Enter the percentage that it gives.");
  expect(describePriceExample(makeDraft({}), null)).toBe("Enter an amount such as 5,000 or 5,000.50.");
  expect(parseBenefitTerms(makeDraft({ cap: "x" }))).toBeNull();
});
