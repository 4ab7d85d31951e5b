import type { Font } from "fontkit";

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** PDFKit also accepts fonts that fontkit has parsed; its types allow only files. */
      registerFont(name: string, font: Font): this;
    }
  }
}
