import "server-only";

/** Whatever a browser makes of a file that is opened by itself: no script, no form, nothing loaded. */
const SANDBOX = "default-src 'none'; img-src 'self'; sandbox";

/** A stored file as the answer of a call: saved under a name, never shown as a page of this address. */
export const fileAnswer = (name: string, file: { bytes: Uint8Array<ArrayBuffer>; contentType: string }) => ({
  headers: {
    "content-disposition": `attachment; filename="${name}"`,
    "content-security-policy": SANDBOX,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  },
  body: new Blob([file.bytes], { type: file.contentType }),
});
