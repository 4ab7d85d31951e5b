import { api } from "@/lib/client/api";

/** How far a download of mine got. */
export const exportProgress = (exportId: string) => api.exports.progress({ exportId });
