import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import nextConfig from "@/next.config.mjs";
import { listNpmScriptsToBundle } from "./standalone.mjs";

/** Node options and environment variables that limit the server's memory (docs/bench.md). */
const MEMORY_OPTIONS = ["--heap-growing-percent=20", "--max-semi-space-size=8"];
/** Converts a glob with `*` and braces to a regular expression. */
const toPattern = (glob: string) =>
  glob
    .replaceAll(".", "\\.")
    .replaceAll("*", "[^/]*")
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(${choices.replaceAll(",", "|")})`);
const read = (file: string) => readFileSync(file, "utf8");

describe("the build's result", () => {
  it("the built server has a command for every npm script that runs server code, except benchmarks", () => {
    expect(listNpmScriptsToBundle()).toMatchObject({
      "import-users": "lib/server/user/import/main.ts",
      "import-balances": "lib/server/system-wallet/opening-balances/main.ts",
    });
    expect(Object.keys(listNpmScriptsToBundle())).not.toContain("bench");
  });

  it("the build includes every script that the server runs in a process or thread", () => {
    const includes = Object.values(nextConfig.outputFileTracingIncludes ?? {}).flat();
    const patterns = includes.map((glob) => new RegExp(`^${toPattern(glob.replace("./", ""))}$`));
    const scripts = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".mjs") && !file.endsWith("/draw-icons.mjs") && !file.includes("/testing/"),
    );
    expect(scripts.length).toBeGreaterThan(4);
    expect(scripts.filter((file) => !patterns.some((pattern) => pattern.test(`lib/${file}`)))).toEqual([]);
  });

  it("npm start, the container and the systemd unit start the server with the same memory options", () => {
    const { scripts } = JSON.parse(read("package.json"));
    for (const start of [scripts.start, scripts.launch, read("docs/deploy/crossriverpay.service")])
      expect(start).toContain(`node ${MEMORY_OPTIONS.join(" ")} `);
    expect(read("Dockerfile")).toContain(
      `CMD ${JSON.stringify(["node", ...MEMORY_OPTIONS, "start.mjs"]).replaceAll(",", ", ")}`,
    );
    for (const place of [scripts.start, read("Dockerfile"), read("docs/deploy/crossriverpay.service")])
      expect(place).toContain("MALLOC_ARENA_MAX=2");
  });
});

describe("the container", () => {
  it("the container runs as an unprivileged user and writes only to DATA_DIR", () => {
    const dockerfile = read("Dockerfile");
    const finalStage = dockerfile.slice(dockerfile.lastIndexOf("FROM "));
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).toMatch(/^VOLUME \/data$/m);
    expect(finalStage).toContain("DATA_DIR=/data");
    expect(finalStage).not.toMatch(/^RUN /m);
    expect(read("compose.yaml")).toMatch(/read_only: true/);
  });

  it("the Dockerfile names the exact version of every base image", () => {
    const images = [...`${read("Dockerfile")}\n${read("compose.yaml")}`.matchAll(/^(?:FROM| +image:) (\S+)/gm)];
    const names = images.map(([, image = ""]) => image).filter((image) => image !== "crossriverpay-back-office");
    expect(names).toHaveLength(4);
    for (const name of names) expect(name).toMatch(/:v?\d/);
  });

  it("the Docker build context contains no secrets, data or tests", () => {
    const allowed = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"));
    expect(allowed.filter((line) => /env|data|e2e/.test(line))).toEqual([]);
    expect(read(".dockerignore")).toMatch(/^\*$/m);
  });
});
