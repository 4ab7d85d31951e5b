/** Labels of templates without a category or a state. */
export const ALL_CATEGORIES = "All categories";
export const ALL_STATES = "All states";
