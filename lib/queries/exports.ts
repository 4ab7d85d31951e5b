import { api } from "@/lib/client/api";

/** Reads the progress of one of the caller's downloads. */
export const exportProgress = (exportId: string) => api.exports.progress({ exportId });

type Page = { page?: unknown; size?: unknown; sort?: unknown };

/** Returns a list input's filters without page and sort, for an export of every matching row. */
export const withoutPaging = <Input extends Page>({ page: _page, size: _size, sort: _sort, ...filter }: Input) =>
  filter;
