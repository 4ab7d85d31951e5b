import type { QueryKeyGroup } from "@/lib/modules";

/** Builds the key of a query, which every query uses: the module's group, the query's name and its input. */
export const queryKeyOf = <G extends QueryKeyGroup, I>(group: G, queryName: string, input?: I) =>
  input === undefined ? ([group, queryName] as const) : ([group, queryName, input] as const);
