/** MIME types accepted as pictures. */
export const PICTURE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/heic",
  "image/heif",
  "image/avif",
] as const;
/** MIME types accepted as documents. */
export const DOCUMENT_TYPES = [...PICTURE_TYPES, "application/pdf"] as const;

/**
 * Values of the attribute `accept`. With HEIC listed, phones send the photo unconverted at half the size of a JPEG, and computers
 * can select it. File extensions are listed because Windows knows no MIME type for them.
 */
export const PICTURE_ACCEPT = [...PICTURE_TYPES, ".heic", ".heif", ".avif"].join();
export const DOCUMENT_ACCEPT = [PICTURE_ACCEPT, "application/pdf"].join();
