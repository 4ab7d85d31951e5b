import "server-only";

/** Returns a picture as a data URI for a JSON response. Routes that return a personal one must declare `personalFile`. */
export const dataUri = (contentType: string, bytes: Buffer) => `data:${contentType};base64,${bytes.toString("base64")}`;
