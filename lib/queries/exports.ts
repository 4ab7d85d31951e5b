import { api } from "@/lib/client/api";
import type { Route } from "@/lib/contract/route";
import { useAccess, useHiddenExportColumns } from "./rp";

/** Reads the progress of one of the admin's own exports. */
const fetchExportProgress = (exportId: string) => api.exports.progress({ exportId });

/** Returns the props that the export dialog of every list needs, or null if the admin may not make this export. */
export function useExportAccess(route: Route) {
  const mayExport = useAccess(route);
  const hiddenColumns = useHiddenExportColumns(route);
  return mayExport ? { hiddenColumns, progress: fetchExportProgress } : null;
}

type PageInput = { page?: unknown; size?: unknown; sort?: unknown };

/** Returns a list's filters without page and sort order, to export every matching row. */
export const withoutPaging = <Input extends PageInput>({ page: _page, size: _size, sort: _sort, ...filter }: Input) =>
  filter;
