declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** PDFKit also accepts fonts that fontkit has parsed; its types allow only files. */
    registerFont(name: string, font: import("fontkit").Font): this;
  }
}
