/** What a template without a category, or without a state, is for. */
export const ALL_CATEGORIES = "All categories";
export const ALL_STATES = "All states";
