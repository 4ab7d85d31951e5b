/** HTML attribute that marks the link of a table row. */
export const ROW_LINK_ATTR = "data-row-link";
