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
/** Value of a file input's `accept` attribute for documents: pictures and PDFs. */
export const DOCUMENT_ACCEPT = [PICTURE_ACCEPT, "application/pdf"].join();

/** Types that may be declared for a direct upload. The type of the content is detected after the upload. */
export const DIRECT_UPLOAD_TYPES = [...DOCUMENT_TYPES, "application/octet-stream"] as const;

/** Size in bytes above which clients upload straight to the server's bucket, if any. Below Vercel's limit of bodies, 4.5 MB. */
export const DIRECT_UPLOAD_ABOVE_BYTES = 4_000_000;
