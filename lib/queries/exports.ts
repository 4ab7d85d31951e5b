import { api } from "@/lib/client/api";

/** How far a download of mine got. */
export const exportProgress = (exportId: string) => api.exports.progress({ exportId });

type Page = { page?: unknown; size?: unknown; sort?: unknown };

/** What an export takes of a list's input: the filters, for every matching row in the file's own order. */
export const everyRow = <Input extends Page>({ page: _page, size: _size, sort: _sort, ...filter }: Input) => filter;
