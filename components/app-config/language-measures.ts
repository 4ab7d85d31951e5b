/** Measures of the grid in pixels. A fixed row height keeps thousands of rows fast. */
export const ROW = 60;
export const HEAD = 76;
export const KEY_WIDTH = 224;
export const SOURCE_WIDTH = 248;
export const FROZEN = KEY_WIDTH + SOURCE_WIDTH;
export const COLUMN = 248;
/** Space below the last row for its open cell. */
export const FOOT = 140;
