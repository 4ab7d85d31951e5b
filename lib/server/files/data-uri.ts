import "server-only";

/** A picture inside a JSON answer. A call that answers one of a person declares `personalFile`. */
export const dataUri = (contentType: string, bytes: Buffer) => `data:${contentType};base64,${bytes.toString("base64")}`;
