import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";

/** Calls the API as the citizen app's server, with the app key that `npm run launch` has created. */
export async function callAsApp(
  request: APIRequestContext,
  method: "GET" | "POST",
  apiPath: string,
  data?: object | Buffer,
) {
  const key = readFileSync(path.join(process.env.DATA_DIR ?? ".data", "app-key"), "utf8").trim();
  const answer = await request.fetch(`/api/v1/app${apiPath}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "idempotency-key": randomUUID(),
      "content-type": Buffer.isBuffer(data) ? "image/jpeg" : "application/json",
    },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

/** Returns an unused phone number, because two grant applications with the same number are flagged as duplicates. */
export const newPhone = () => `+23480${String(randomInt(1e8)).padStart(8, "0")}`;

/** Response to a filed report. Only an anonymous report has a `code`, by which its author can follow the report. */
export type FiledReport = { id: string; number: string; code: string | null };

/** Files a report as the citizen app does, by default in the LGA Obudu. */
export async function fileReport(request: APIRequestContext, report: object): Promise<FiledReport> {
  type Category = { id: string; name: string; parent_id: string | null; private: boolean };
  const { items }: { items: Category[] } = await callAsApp(request, "GET", "/report-categories");
  const category = items.find((each) => each.name.startsWith("Potholes")) ?? items.find((each) => !each.private);
  return callAsApp(request, "POST", "/reports", {
    category_id: category?.id,
    text: "It is deep, and motorcycles fall into it when it has rained.",
    lga: "Obudu",
    ...report,
  });
}
