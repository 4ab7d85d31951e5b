import "server-only";
import path from "node:path";

/**
 * Returns the absolute path of a file that belongs to the program: a migration, font, worker script or document. These files
 * are in the folder of the built server (scripts/start.mjs), or in the current folder in development and tests.
 */
export function programFile(name: string): string {
  const { crossRiverPayFolder } = globalThis as { crossRiverPayFolder?: string };
  return path.join(/* turbopackIgnore: true */ crossRiverPayFolder ?? process.cwd(), name);
}
