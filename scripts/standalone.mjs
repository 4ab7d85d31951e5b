// @ts-check
// Last step of `npm run build`: adds static files, commands and licences to .next/standalone, the folder that `npm start` and the
// container run. Does nothing on Vercel, where the build has no such folder.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./support.mjs";

const output = path.join(root, ".next/standalone");

/**
 * Lists the npm scripts to bundle into .next/standalone/commands: those that run server code in plain Node (`runBundledModule`), without
 * benchmarks.
 * @returns {Record<string, string>} path of the TypeScript file to bundle, by name of the npm script
 */
export function listNpmScriptsToBundle() {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const entries = Object.keys(scripts).flatMap((name) => {
    const file = path.join(root, "scripts", `${name}.mjs`);
    const program = existsSync(file) && /\brunBundledModule\(\s*"([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
    return program && !program.startsWith("lib/server/testing/") ? [[name, program]] : [];
  });
  return Object.fromEntries(entries);
}

/** Bundles each of these npm scripts with its packages into `commands/`, except `serverExternalPackages`, which the build copies to node_modules. */
async function bundleCommands() {
  const { build } = await import("esbuild");
  const { config } = JSON.parse(readFileSync(path.join(root, ".next/required-server-files.json"), "utf8"));
  const commands = listNpmScriptsToBundle();
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries(commands).map(([name, program]) => ({ in: program, out: name })),
    outdir: path.join(output, "commands"),
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "server-only": path.join(root, "node_modules/server-only/empty.js") },
    external: config.serverExternalPackages,
    // Defines require() for CommonJS packages in the bundle, and the program's folder for lib/server/base/program-file.ts.
    banner: {
      js: `import { createRequire as createCommandRequire } from "node:module";
const require = createCommandRequire(import.meta.url);
globalThis.crossRiverPayFolder ??= require("node:path").dirname(require("node:path").dirname(require("node:url").fileURLToPath(import.meta.url)));`,
    },
  });
}

/** Bundles the settings check for check-settings.mjs, which runs before Next.js and its compiled code. */
async function bundleSettingsRules() {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [path.join(root, "lib/server/process/check-settings.ts")],
    outfile: path.join(output, "settings-rules.mjs"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    // The condition react-server resolves the package server-only to an empty module; the package throws otherwise.
    conditions: ["react-server"],
    logLevel: "warning",
  });
}

/** Returns the licence texts of all shipped packages, because bundles omit their licence files. */
function licenceTexts() {
  /** @type {{ packages: Record<string, { dev?: boolean, license?: string, version?: string }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([place, { dev }]) => place && !dev && existsSync(path.join(root, place)))
    .map(([place, { license, version }]) => {
      const files = readdirSync(path.join(root, place)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
      const texts = files
        .map((name) => path.join(root, place, name))
        .filter((file) => /\.(md|txt)$|\/[^.]+$/.test(file));
      const title = `${place.replace(/^.*node_modules\//, "")} ${version} (${license ?? "see below"})`;
      return `${"=".repeat(80)}\n${title}\n\n${texts.map((file) => readFileSync(file, "utf8").trim()).join("\n\n")}\n`;
    })
    .join("\n");
}

async function complete() {
  if (!existsSync(output)) return;
  cpSync(path.join(root, ".next/static"), path.join(output, ".next/static"), { recursive: true });
  cpSync(path.join(root, "public"), path.join(output, "public"), { recursive: true });
  for (const file of ["start.mjs", "check-settings.mjs", "check-health.mjs"])
    cpSync(path.join(root, "scripts", file), path.join(output, file));
  await bundleSettingsRules();
  // Removes server.js, which start.mjs replaces, and .env files, whose secrets must not get into an image.
  for (const file of ["server.js", ".env", ".env.production"]) rmSync(path.join(output, file), { force: true });
  const { name, version, description, engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const packageJson = { name, version, private: true, description, engines };
  writeFileSync(path.join(output, "package.json"), `${JSON.stringify(packageJson, null, 2)}\n`);
  writeFileSync(path.join(output, "licences.txt"), licenceTexts());
  const { stdout } = spawnSync("npm", ["run", "--silent", "sbom"], { cwd: root, encoding: "utf8" });
  writeFileSync(path.join(output, "sbom.json"), stdout);
  await bundleCommands();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await complete();
