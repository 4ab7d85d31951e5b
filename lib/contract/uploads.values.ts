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
 * Values of a file input's `accept` attribute. With HEIC listed, phones send photos unconverted, at half the size of a
 * JPEG. Lists file extensions too, because Windows knows no MIME type for HEIC.
 */
export const PICTURE_ACCEPT = [...PICTURE_TYPES, ".heic", ".heif", ".avif"].join();
export const DOCUMENT_ACCEPT = [PICTURE_ACCEPT, "application/pdf"].join();
