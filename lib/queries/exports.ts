import { api } from "@/lib/client/api";

/** Reads the progress of a download by the caller. */
export const fetchExportProgress = (exportId: string) => api.exports.progress({ exportId });

type PageInput = { page?: unknown; size?: unknown; sort?: unknown };

/** Returns a list input's filters without page and sort, for an export of every matching row. */
export const withoutPaging = <Input extends PageInput>({ page: _page, size: _size, sort: _sort, ...filter }: Input) =>
  filter;
