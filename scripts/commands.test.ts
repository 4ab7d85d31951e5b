// Slow: bundles and starts each command.
import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { listNpmScriptsToBundle } from "./standalone.mjs";

/** Arguments without which a command exits before it reads its settings. */
const ARGUMENTS: Record<string, string[]> = {
  backup: ["--to", "backups"],
  restore: ["backup", "--database", "postgres://db.example/office"],
  "import-users": ["package.json", "--app", "city"],
  "import-balances": ["package.json", "--app", "city"],
};

const run = (name: string) =>
  new Promise<{ name: string; code: unknown; output: string }>((resolve) => {
    const env = { ...process.env, LOG_LEVEL: "loud", SLIDES_LIVE_MAX: "many" };
    execFile(process.execPath, [`scripts/${name}.mjs`, ...(ARGUMENTS[name] ?? [])], { env }, (error, stdout, stderr) =>
      resolve({ name, code: error?.code, output: stdout + stderr }),
    );
  });

it("every npm command that runs server code prints one line per wrong setting, as the server does, and exits with 1", async () => {
  const names = Object.keys(listNpmScriptsToBundle());
  expect(names.length).toBeGreaterThan(5);
  const output = `SLIDES_LIVE_MAX must be a whole number from 1 to 50, not “many”. Example: SLIDES_LIVE_MAX=8
LOG_LEVEL must be fatal, error, warn, info, debug or silent, not “loud”. Example: LOG_LEVEL=info
`;
  for (const name of names) expect(await run(name)).toEqual({ name, code: 1, output });
}, 120_000);
