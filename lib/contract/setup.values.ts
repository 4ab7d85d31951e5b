/** Setup steps of an installation before its first working day, in the recommended order. */
export const SETUP_STEPS = [
  "mail",
  "second_full_administrator",
  "roles",
  "admins",
  "provider",
  "payment_methods",
  "app_key",
  "push",
  "report_categories",
  "legal_texts",
  "emergency_numbers",
  "pool",
  "backup",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Sets of initial records. An admin can load each set once. */
export const STARTER_SETS = [
  "roles",
  "report_categories",
  "report_templates",
  "payment_methods",
  "emergency_numbers",
] as const;
export type StarterSet = (typeof STARTER_SETS)[number];
export const STARTER_SET_WORDS: Record<StarterSet, string> = {
  roles: "Roles",
  report_categories: "Report categories",
  report_templates: "Response templates",
  payment_methods: "Payment methods",
  emergency_numbers: "Emergency numbers",
};

/** `new`: will be added. `there`: a record with this name exists and is kept. `left_out`: can't be used yet. */
export const STARTER_ITEM_STATES = ["new", "there", "left_out"] as const;
