import type { PromotionDetails } from "@/lib/contract/promotion";

/** Action on a promotion that its page offers. */
export type PromotionAction = "publish" | "delete" | "archive" | "resume" | "pause" | "end" | "raise" | "reschedule";

/** Lists the actions that a promotion's state allows, in the order of the buttons. */
export function allowedPromotionActions({
  state,
  is_used,
}: Pick<PromotionDetails, "state" | "is_used">): PromotionAction[] {
  switch (state) {
    case "draft":
      return is_used ? ["publish"] : ["delete", "publish"];
    // The API allows deletion of an unused promotion that has not begun.
    case "scheduled":
      return is_used ? [] : ["delete"];
    case "active":
      return ["reschedule", "raise", "end", "pause"];
    case "paused":
      return ["reschedule", "raise", "end", "resume"];
    case "ended":
      return ["archive"];
    case "archived":
      return [];
  }
}

/** Button labels of the actions on a promotion. */
export const PROMOTION_ACTION_LABELS: Record<PromotionAction, string> = {
  publish: "Publish",
  delete: "Delete",
  archive: "Archive",
  resume: "Resume",
  pause: "Pause",
  end: "End",
  raise: "Raise budget",
  reschedule: "Change end",
};

type ConfirmTexts = { title: (name: string) => string; consequence: string; done: string };

/** Texts of the confirmations of actions that need no reason. `done`: the new state of the promotion, for the success toast. */
export const PROMOTION_CONFIRM_TEXTS: Record<"publish" | "delete" | "archive" | "resume", ConfirmTexts> = {
  publish: {
    title: (name) => `Publish “${name}”?`,
    consequence:
      "Citizens can use it from its start on, or at once where the start has passed. Once it has begun, its terms can't be changed.",
    done: "published",
  },
  delete: {
    title: (name) => `Delete “${name}”?`,
    consequence: "The promotion and its codes are removed. Nobody has used it.",
    done: "deleted",
  },
  archive: {
    title: (name) => `Archive “${name}”?`,
    consequence:
      "It moves to the archive with its redemptions and figures. It can't be used again, but it can be copied.",
    done: "archived",
  },
  resume: {
    title: (name) => `Resume “${name}”?`,
    consequence: "Citizens can use it again immediately.",
    done: "active again",
  },
};

/** Texts of the dialogs that require a reason. `done`: the new state of the promotion, for the success toast. */
export const PROMOTION_REASON_DIALOG_TEXTS: Record<"pause" | "end", ConfirmTexts> = {
  pause: {
    title: (name) => `Pause “${name}”?`,
    consequence: "Nobody can use it until an admin resumes it. Payments in progress keep their benefit.",
    done: "paused",
  },
  end: {
    title: (name) => `End “${name}” permanently?`,
    consequence: "It can't be resumed. Payments in progress keep their benefit.",
    done: "over",
  },
};
