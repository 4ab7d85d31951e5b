/** Maximum length of a text pasted into the search box: a line of a bank statement, a short mail. */
export const MAX_PASTED_SEARCH_LENGTH = 1_000;
/** Maximum length of a pinned record's title or detail. */
export const MAX_PIN_TEXT_LENGTH = 300;
/** Maximum number of records that an admin can pin. */
export const MAX_PINS = 20;
