/** Labels of reply templates that apply to all categories or all states. */
export const ALL_CATEGORIES = "All categories";
export const ALL_STATES = "All states";
