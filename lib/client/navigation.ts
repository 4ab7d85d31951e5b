import type { FeatureAccess } from "@/lib/contract/access";
import { MODULES, type Module, type SubLink } from "@/lib/modules";

const ALL: readonly Module[] = MODULES;

/** The first entry always; any other when a feature of its name, in whatever case, may be read (specification section 6). */
export function permittedModules(rights: readonly FeatureAccess[], modules: readonly Module[] = ALL): Module[] {
  const readable = new Set(rights.filter((right) => right.access.read).map((right) => right.name.toLowerCase()));
  return modules.filter((module, index) => index === 0 || readable.has(module.name.toLowerCase()));
}

/** Open to everybody's guard (specification section 6); what would stand there is refused by the API. */
const OPEN = "system-logs";

/**
 * Whether the guard lets these rights pass to a path below the dashboard. What belongs to no module, such as the inbox of
 * approvals, is open to anyone who is signed in.
 */
export function isPermitted(path: string, rights: readonly FeatureAccess[]): boolean {
  const module = moduleOf(path);
  return !module || module.slug === OPEN || permittedModules(rights).includes(module);
}

/** The module that a path below the dashboard belongs to, by the part after `/dashboard`. */
export const moduleOf = (path: string) => ALL.find(({ slugs }) => slugs.includes(segmentsOf(path)[1] ?? ""));

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

/** Active by slugs. "dashboard" is part of every path, so home is active at its own address only. */
export function isActive(module: Pick<Module, "url" | "slugs">, path: string): boolean {
  const segments = segmentsOf(path);
  if (module.slugs.includes("dashboard")) return segments.join("/") === segmentsOf(module.url).join("/");
  return module.slugs.some((slug) => segments.includes(slug));
}

export const isActiveLink = (link: SubLink, path: string) => segmentsOf(path).includes(link.slug);
