import localFont from "next/font/local";

/*
 * Loads Plus Jakarta Sans as three files, each fetched only when its letters occur. ₦ is in latin-ext; dotted vowels of Igbo, Efik and
 * Yoruba names (ọ ị ụ ẹ) are in vietnamese. No preload, which delayed the stylesheet and first paint on slow connections (docs/bench.md).
 */
const latin = localFont({
  src: "../node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2",
  variable: "--font-latin",
  weight: "200 800",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});
const latinExt = localFont({
  src: "../node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-ext-wght-normal.woff2",
  variable: "--font-latin-ext",
  weight: "200 800",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0" },
  ],
});
const vietnamese = localFont({
  src: "../node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-vietnamese-wght-normal.woff2",
  variable: "--font-vietnamese",
  weight: "200 800",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0300-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9" }],
});

/** CSS class names for the root element, which define the font variables of globals.css. */
export const fontVariables = `${latin.variable} ${latinExt.variable} ${vietnamese.variable}`;
