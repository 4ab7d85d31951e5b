/** Labels of reply templates that apply to all categories or all states. */
export const ALL_CATEGORIES_LABEL = "All categories";
export const ALL_STATES_LABEL = "All states";
