import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reportCallToMetrics, reportOutboxFailureToMetrics, setMetricsCallbacks } from "@/lib/server/base/observe";
import { closeReplica } from "@/lib/server/db/replica";
import { recordOperationOutcome, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { metrics } from "./metrics";
import { operationOfTask, timedTasks } from "./timed-tasks";

const FILES = ["docs/monitoring/grafana.json", "docs/monitoring/alerts.yml", "docs/monitoring.md"];
const METRIC_NAME = /\b(?:crossriverpay|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g;

const settings = changeSettings();
let app: TestApp;
let text: string;
beforeAll(async () => {
  app = await startTestApp();
  const exporter = metrics();
  reportCallToMetrics("kyc.list", 200, 0.01);
  reportOutboxFailureToMetrics("mail");
  for (const task of timedTasks()) recordOperationOutcome(operationOfTask(task));
  recordOperationOutcome({ kind: "service", name: "mail" });
  await saveOperationOutcomes(app.db);
  // Sets a replica, so that its gauge is exported. The gauge is 0, because the URL is not that of a standby server.
  settings.databaseReplicaUrl = app.url;
  text = await exporter.render();
});
afterAll(async () => {
  setMetricsCallbacks(undefined);
  Reflect.deleteProperty(globalThis, "crossRiverPayMetrics");
  await closeReplica();
  await app.stop();
});

/** Returns the names of all metrics and of their series, because a histogram has several series. */
const seriesNames = () => new Set([...text.matchAll(/^(?:# TYPE )?([a-z0-9_]+)(?:\{| )/gm)].map(([, name]) => name));

it.each(FILES)("%s contains only metrics that the product exports", (file) => {
  const named = [...new Set(readFileSync(file, "utf8").match(METRIC_NAME))];
  const exported = seriesNames();
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

it("docs/monitoring.md describes every metric of the product", () => {
  const document = readFileSync("docs/monitoring.md", "utf8");
  const own = [...text.matchAll(/^# HELP (crossriverpay_\w+)/gm)].map(([, name = ""]) => name);
  expect(own.filter((name) => !document.includes(name))).toEqual([]);
  expect(own.length).toBeGreaterThan(15);
});

it("the Grafana dashboard is valid JSON, and its panels have different positions", () => {
  const { panels } = JSON.parse(readFileSync("docs/monitoring/grafana.json", "utf8")) as {
    panels: { gridPos: { x: number; y: number } }[];
  };
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
});

/** True if Prometheus's promtool is installed, a Debian package. If not, run `promtool test rules` manually (docs/monitoring.md). */
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

it.runIf(hasPromtool)("Prometheus accepts the alert rules, and their tests pass", () => {
  for (const command of ["check rules alerts.yml", "test rules alerts.test.yml"]) {
    const { status, stdout, stderr } = spawnSync("promtool", command.split(" "), {
      cwd: "docs/monitoring",
      encoding: "utf8",
    });
    expect([command, status, status === 0 ? "" : stdout + stderr]).toEqual([command, 0, ""]);
  }
});

it("every alert rule has a test in which it fires, and one in which it does not", () => {
  const names = [...readFileSync("docs/monitoring/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const tests = readFileSync("docs/monitoring/alerts.test.yml", "utf8");
  const tested = (expected: RegExp) =>
    new Set(
      [...tests.matchAll(/alertname: (\w+)\n +exp_alerts:(.*)/g)].flatMap(([, name, rest = ""]) =>
        expected.test(rest) ? [name] : [],
      ),
    );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !tested(/^$/).has(name) || !tested(/\[\]/).has(name))).toEqual([]);
});
