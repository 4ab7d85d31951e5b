import "server-only";
import type { Method, Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";

const segmentsOf = (path: string) => path.split("/").slice(1);
const isParameter = (segment: string) => segment.startsWith("{");

/** Routes by number of path segments. Literal segments come before parameters, so that they match first. */
const routeIndex = new Map<number, { route: Route; segments: string[] }[]>();
for (const route of Object.values<Record<string, Route>>(routes).flatMap((group) => Object.values(group))) {
  const segments = segmentsOf(route.path);
  routeIndex.set(segments.length, [...(routeIndex.get(segments.length) ?? []), { route, segments }]);
}
const sortKeyOf = (segments: string[]) => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");
for (const same of routeIndex.values()) same.sort((a, b) => sortKeyOf(a.segments).localeCompare(sortKeyOf(b.segments)));

/** Finds the declared route of a path before the body is read. `methods`: all methods that this path allows. */
export function routeOf(method: string, pathname: string): { route: Route | null; methods: Method[] } {
  const asked = segmentsOf(pathname.replace(/(?<=.)\/$/, ""));
  const candidates = (routeIndex.get(asked.length) ?? []).filter(({ segments }) =>
    segments.every((segment, index) => (isParameter(segment) ? asked[index] !== "" : segment === asked[index])),
  );
  const found = candidates.find(({ route }) => route.method === method);
  return { route: found?.route ?? null, methods: [...new Set(candidates.map(({ route }) => route.method))] };
}
