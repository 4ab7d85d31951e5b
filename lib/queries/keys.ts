import type { QueryKeyGroup } from "@/lib/modules";

/** Builds a query key: the module's group, the query's name and its input. Every query uses it. */
export const key = <G extends QueryKeyGroup, I>(group: G, queryName: string, input?: I) =>
  input === undefined ? ([group, queryName] as const) : ([group, queryName, input] as const);
