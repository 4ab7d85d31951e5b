/** Sizes of the text grid in pixels. A fixed row height keeps scrolling fast with thousands of rows. */
export const GRID_ROW_HEIGHT = 60;
export const GRID_HEAD_HEIGHT = 76;
export const KEY_COLUMN_WIDTH = 224;
export const ENGLISH_COLUMN_WIDTH = 248;
export const FROZEN_COLUMNS_WIDTH = KEY_COLUMN_WIDTH + ENGLISH_COLUMN_WIDTH;
export const LANGUAGE_COLUMN_WIDTH = 248;
/** Space below the last row, in which its open editor is fully visible. */
export const GRID_FOOT_HEIGHT = 140;
