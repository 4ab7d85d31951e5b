import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createLogSplitter } from "./json-lines.mjs";

/** Runs code in a process that loads json-output.mjs first. Returns its lines, which must all be JSON, and its exit code. */
function runCode(code: string, env: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "./lib/server/base/json-output.mjs", "--input-type=module", "-e", code],
    { encoding: "utf8", env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv },
  );
  expect(stderr).toBe("");
  const lines = stdout.split("\n").filter(Boolean);
  return { status, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe("a process that loads json-output.mjs", () => {
  it("json-output.mjs writes each console method as one JSON line with its level, without colours", () => {
    const { lines } = runCode(`
      console.log("\\u001b[32m ✓ \\u001b[39mReady in %dms", 12);
      console.warn("careful");
      console.error(new Error("broken"));
      console.log("");
      console.debug("hidden");`);
    expect(lines.map(({ level }) => level)).toEqual([30, 40, 50]);
    expect(lines[0]).toMatchObject({ msg: "✓ Ready in 12ms", instance: expect.stringMatching(/:\d+$/) });
    expect(lines[2]?.msg).toMatch(/^Error: broken\n {4}at /);
  });

  it("json-output.mjs writes multi-line text, tables and warnings as JSON, and passes lines that are JSON already", () => {
    const { lines } = runCode(`
      process.stdout.write("first line\\nsecond line\\n");
      process.stdout.write('{"level":30,"msg":"own"}\\n');
      process.stdout.write("half a ");
      process.stderr.write("to stderr\\n");
      process.stdout.write("line\\n");
      console.table([{ a: 1 }]);
      process.emitWarning("old", "DeprecationWarning");`);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "first line\nsecond line",
      "own",
      "to stderr",
      "half a line",
      expect.stringContaining("index"),
      expect.stringContaining("DeprecationWarning: old"),
    ]);
  });

  it.each([
    ["an uncaught exception", 'setTimeout(() => { throw new Error("lost"); });'],
    ["an unhandled rejection", 'Promise.reject(new Error("lost"));'],
  ])("json-output.mjs writes %s as JSON, and the process exits with 1", (_, code) => {
    const { status, lines } = runCode(code);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.objectContaining({ level: 60, msg: expect.stringContaining("Error: lost") })]);
  });

  it("json-output.mjs omits the parameters of a failed query from the log line, and masks long numbers", () => {
    const { lines } = runCode('console.error("Failed query: select $1\\nparams: ada@example.com\\nNIN 12345678901");');
    expect(lines[0]?.msg).toBe("Failed query: select $1\nparams: [left out]");
  });

  it("json-output.mjs omits console lines below LOG_LEVEL, but keeps all text written to standard output, such as the setup key", () => {
    const code = 'console.log("info"); console.warn("warning"); process.stdout.write("setup key\\n");';
    expect(runCode(code, { LOG_LEVEL: "warn" }).lines.map(({ msg }) => msg)).toEqual(["warning", "setup key"]);
    expect(runCode(code, { LOG_LEVEL: "silent" }).lines.map(({ msg }) => msg)).toEqual(["setup key"]);
  });
});

it("createLogSplitter emits a line only once its line break has arrived", () => {
  const messages: string[] = [];
  const split = createLogSplitter(
    (text) => messages.push(text),
    (line) => messages.push(`json ${line}`),
  );
  for (const chunk of ["a", "b\nc", "\n", '{"x":', "1}\n"]) split(chunk);
  expect(messages).toEqual(["ab", "c", 'json {"x":1}\n']);
});
