import "server-only";
import type { Method, Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";

const segmentsOf = (path: string) => path.split("/").slice(1);
const isParameter = (segment: string) => segment.startsWith("{");

/** Routes by number of path segments. In each list, literal segments precede parameters, so that they match first. */
const routeIndex = new Map<number, { name: string; route: Route; segments: string[] }[]>();
for (const [group, calls] of Object.entries<Record<string, Route>>(routes))
  for (const [call, route] of Object.entries(calls)) {
    const segments = segmentsOf(route.path);
    const indexed = { name: `${group}.${call}`, route, segments };
    routeIndex.set(segments.length, [...(routeIndex.get(segments.length) ?? []), indexed]);
  }
const sortKeyOf = (segments: string[]) => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
for (const same of routeIndex.values()) same.sort((a, b) => sortKeyOf(a.segments).localeCompare(sortKeyOf(b.segments)));

type FoundRoute = { route: Route | null; name: string | null; methods: Method[] };

/**
 * Finds the declared route of a path before the body is read. `name`: the call's name as in the audit trail. `methods`:
 * all methods that this path allows.
 */
export function routeOf(method: string, pathname: string): FoundRoute {
  const asked = segmentsOf(pathname.replace(/(?<=.)\/$/, ""));
  const candidates = (routeIndex.get(asked.length) ?? []).filter(({ segments }) =>
    segments.every((segment, index) => (isParameter(segment) ? asked[index] !== "" : segment === asked[index])),
  );
  const found = candidates.find(({ route }) => route.method === method);
  const methods = [...new Set(candidates.map(({ route }) => route.method))];
  return { route: found?.route ?? null, name: found?.name ?? null, methods };
}
