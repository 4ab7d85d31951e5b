import { day, declareList, oneOf, pastedValue, shortText, uuid } from "./list.values";

export const OUTCOMES = ["done", "refused"] as const;

export const AUDIT_TRAIL_LIST = declareList({
  sorts: ["at"],
  defaultSort: "-at",
  arrival: "at",
  filters: {
    admin: uuid,
    action: shortText(80),
    record_type: shortText(40),
    record_id: pastedValue(100),
    outcome: oneOf(OUTCOMES),
    from: day,
    to: day,
  },
});

/** List with one row per user. `from`, `to`: days of the newest action. */
export const USER_ACTIVITY_LIST = declareList({
  sorts: ["name", "actions", "sign_ins", "refused", "last_at"],
  defaultSort: "-last_at",
  filters: { from: day, to: day },
});

export const USER_ACTIVITY_ALL_LIST = declareList({
  sorts: ["at"],
  defaultSort: "-at",
  arrival: "at",
  filters: { user: uuid, action: shortText(80), outcome: oneOf(OUTCOMES), from: day, to: day },
});
