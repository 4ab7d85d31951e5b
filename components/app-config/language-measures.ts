/** Sizes of the text grid in pixels. A fixed row height keeps scrolling fast with thousands of rows. */
export const ROW_HEIGHT = 60;
export const HEAD_HEIGHT = 76;
export const KEY_WIDTH = 224;
export const ENGLISH_WIDTH = 248;
export const FROZEN_COLUMNS_WIDTH = KEY_WIDTH + ENGLISH_WIDTH;
export const COLUMN_WIDTH = 248;
/** Space below the last row, in which its open editor is fully visible. */
export const FOOT_HEIGHT = 140;
