import { recordUrl } from "@/lib/contract/records";

const PROMOTION_TABS = ["terms", "figures", "redemptions", "codes", "abuse", "history"] as const;
export type PromotionTab = (typeof PROMOTION_TABS)[number];

export const TAB_LABELS: Record<PromotionTab, string> = {
  terms: "Terms",
  figures: "Figures",
  redemptions: "Redemptions",
  codes: "Codes",
  abuse: "Abuse",
  history: "History",
};

/** The part of a promotion's page that the address names. */
export const tabOf = (raw: string | string[] | null | undefined): PromotionTab =>
  PROMOTION_TABS.find((tab) => tab === raw) ?? "terms";

export const tabUrl = (promotionId: string, tab: PromotionTab) =>
  tab === "terms" ? recordUrl("promotion", promotionId) : `${recordUrl("promotion", promotionId)}?tab=${tab}`;

/** An automatic promotion has no codes. */
export const tabsOf = (trigger: string) => PROMOTION_TABS.filter((tab) => tab !== "codes" || trigger === "code");

/** Codes are missing in the list of codes, all else in the form. */
export const tabOfField = (field: string): PromotionTab => (field === "code" ? "codes" : "terms");

/** The box that says what is missing; the button that it locks points there. */
export const MISSING_ID = "promotion-missing";
