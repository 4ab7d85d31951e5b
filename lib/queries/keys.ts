import type { KeyGroup } from "@/lib/modules";

/** Every query key comes from here: group, what is asked, and every input of the question. */
export const key = <G extends KeyGroup, I>(group: G, what: string, input?: I) =>
  input === undefined ? ([group, what] as const) : ([group, what, input] as const);
