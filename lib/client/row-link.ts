/** Marks the link of a row. */
export const ROW_LINK = "data-row-link";
