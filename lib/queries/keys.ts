import type { KeyGroup } from "@/lib/modules";

/** Builds a query key: the module's group, the query's name and its input. Every query uses it. */
export const key = <G extends KeyGroup, I>(group: G, what: string, input?: I) =>
  input === undefined ? ([group, what] as const) : ([group, what, input] as const);
