import type { FeatureAccess } from "@/lib/contract/access";
import { MODULES, type Module, type ModuleSubLink } from "@/lib/modules";

const ALL_MODULES: readonly Module[] = MODULES;

/** Returns the modules that the admin may open: always the first module, other modules with read access to the feature of the same name. */
export function permittedModules(rights: readonly FeatureAccess[], modules: readonly Module[] = ALL_MODULES): Module[] {
  const readableNames = new Set(rights.filter((right) => right.access.read).map((right) => right.name.toLowerCase()));
  return modules.filter((module, index) => index === 0 || readableNames.has(module.name.toLowerCase()));
}

/** Path segment that the guard permits to everybody (specification section 6); the API still checks rights. */
const ALWAYS_OPEN_SLUG = "system-logs";

/** Returns true if the guard permits a dashboard path with these rights. Paths without a module are open to all. */
export function isPathPermitted(path: string, rights: readonly FeatureAccess[]): boolean {
  const module = moduleOfPath(path);
  return !module || module.slug === ALWAYS_OPEN_SLUG || permittedModules(rights).includes(module);
}

/** Returns the module of a dashboard path, by the segment after `/dashboard`. */
export const moduleOfPath = (path: string) =>
  ALL_MODULES.find(({ slugs }) => slugs.includes(segmentsOf(path)[1] ?? ""));

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

/** Returns true if a path segment belongs to the module. Home must match exactly: every path contains "dashboard". */
export function isActiveModule(module: Pick<Module, "url" | "slugs">, path: string): boolean {
  const segments = segmentsOf(path);
  if (module.slugs.includes("dashboard")) return segments.join("/") === segmentsOf(module.url).join("/");
  return module.slugs.some((slug) => segments.includes(slug));
}

/** Returns true if the path contains the link's slug as a segment. */
export const isActiveSubLink = (link: ModuleSubLink, path: string) => segmentsOf(path).includes(link.slug);
