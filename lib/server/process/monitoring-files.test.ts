import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { observeCall, observeOutboxFailure, setObserver } from "@/lib/server/base/observe";
import { closeReplica } from "@/lib/server/db/replica";
import { recordOutcome, saveOutcomes } from "@/lib/server/status/record-outcome";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { metrics } from "./metrics";
import { operationOf, timedTasks } from "./timed-tasks";

const FILES = ["docs/monitoring/grafana.json", "docs/monitoring/alerts.yml", "docs/monitoring.md"];
const METRIC_NAME = /\b(?:crossriverpay|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g;

const settings = changeSettings();
let app: TestApp;
let text: string;
beforeAll(async () => {
  app = await startTestApp();
  const exporter = metrics();
  observeCall("kyc.list", 200, 0.01);
  observeOutboxFailure("mail");
  for (const task of timedTasks()) recordOutcome(operationOf(task));
  recordOutcome({ kind: "service", name: "mail" });
  await saveOutcomes(app.db);
  // No standby: its gauge is exported as 0.
  settings.databaseReplicaUrl = app.url;
  text = await exporter.render();
});
afterAll(async () => {
  setObserver(undefined);
  Reflect.deleteProperty(globalThis, "crossRiverPayMetrics");
  await closeReplica();
  await app.stop();
});

/** Names of series and of metrics: a histogram has several series. */
const seriesNames = () => new Set([...text.matchAll(/^(?:# TYPE )?([a-z0-9_]+)(?:\{| )/gm)].map(([, name]) => name));

it.each(FILES)("%s names only metrics that the product exports", (file) => {
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

it("the Grafana board is JSON, and its panels have different places", () => {
  const { panels } = JSON.parse(readFileSync("docs/monitoring/grafana.json", "utf8")) as {
    panels: { gridPos: { x: number; y: number } }[];
  };
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
});
