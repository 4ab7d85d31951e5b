/** Measures of the grid in pixels. Every row has the same height: that keeps thousands of them quick. */
export const ROW = 60;
export const HEAD = 76;
export const KEY_WIDTH = 224;
export const SOURCE_WIDTH = 248;
export const FROZEN = KEY_WIDTH + SOURCE_WIDTH;
export const COLUMN = 248;
/** What an open cell of the last row needs below it. */
export const FOOT = 140;
