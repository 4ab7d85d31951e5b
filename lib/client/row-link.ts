/** HTML attribute that marks the link of a table row. */
export const ROW_LINK = "data-row-link";
