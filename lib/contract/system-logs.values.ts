import { dayFilter, declareList, idFilter, omitFilters, oneOfFilter, pastedFilter, textFilter } from "./list.values";

/** Outcomes of a call in the audit trail. */
export const CALL_OUTCOMES = ["done", "refused"] as const;

export const AUDIT_TRAIL_LIST = declareList({
  name: "audit-trails",
  sorts: ["at"],
  defaultSort: "-at",
  arrival: "at",
  filters: {
    admin: idFilter,
    action: textFilter(80),
    record_type: textFilter(40),
    record_id: pastedFilter(100),
    outcome: oneOfFilter(CALL_OUTCOMES),
    from: dayFilter,
    to: dayFilter,
  },
});

/** List with one row per user. `from`, `to`: days of the newest action. */
export const USER_ACTIVITY_LIST = declareList({
  name: "user-activities",
  sorts: ["name", "actions", "sign_ins", "refused", "last_at"],
  defaultSort: "-last_at",
  filters: { from: dayFilter, to: dayFilter },
});

/** List of the actions of all people, one row per action. */
export const USER_ACTIVITY_ALL_LIST = declareList({
  name: "user-activities-all",
  sorts: ["at"],
  defaultSort: "-at",
  arrival: "at",
  filters: {
    user: idFilter,
    action: textFilter(80),
    outcome: oneOfFilter(CALL_OUTCOMES),
    from: dayFilter,
    to: dayFilter,
  },
});

/** List of the actions of one admin, on their page. */
export const USER_ACTIVITY_PAGE_LIST = omitFilters("user-activity", USER_ACTIVITY_ALL_LIST, "user");

/** Parts of the product on the page "System Status", in the order of the page. */
export const SYSTEM_PARTS = [
  "database",
  "storage",
  "clock",
  "mail",
  "push",
  "provider",
  "verification",
  "backup",
] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

/** Labels of the parts on the page "System Status". */
export const SYSTEM_PART_LABELS: Record<SystemPart, string> = {
  database: "Database",
  storage: "Storage",
  clock: "Clock and timed tasks",
  mail: "Mail",
  push: "Push notifications",
  provider: "Payment provider",
  verification: "Verification",
  backup: "Backup",
};

/** States of a part on the page "System Status". `due`: an admin has to verify the audit trail now. */
export const SYSTEM_PART_STATES = ["working", "not_set_up", "due", "failing"] as const;
export type SystemPartState = (typeof SYSTEM_PART_STATES)[number];
