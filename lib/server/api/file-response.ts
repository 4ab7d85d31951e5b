import "server-only";

/** Content security policy of a file that a browser opens directly: no scripts, no forms, no external resources. */
const SANDBOX_CSP = "default-src 'none'; img-src 'self'; sandbox";

/** Returns a stored file as a download with a file name. The browser never renders it as a page of this origin. */
export const fileResponse = (name: string, file: { bytes: Uint8Array<ArrayBuffer>; contentType: string }) => ({
  headers: {
    "content-disposition": `attachment; filename="${name}"`,
    "content-security-policy": SANDBOX_CSP,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  },
  body: new Blob([file.bytes], { type: file.contentType }),
});
