import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WEBHOOK_EVENT_WORDS } from "@/lib/contract/webhooks.values";
import { apiDocument } from "@/lib/server/api/document";

it("docs/api.md and the OpenAPI document list every type of event with its description", async () => {
  const table = readFileSync("docs/api.md", "utf8").split("## Webhooks")[1]?.split("\n## ")[0] ?? "";
  const rows = [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, type, words]) => [type, words?.trim()]);
  expect(Object.fromEntries(rows)).toEqual(WEBHOOK_EVENT_WORDS);
  const { webhooks } = await apiDocument();
  const summaries = Object.entries(webhooks).map(([type, { post }]) => [type, post.summary]);
  expect(Object.fromEntries(summaries)).toEqual(WEBHOOK_EVENT_WORDS);
});
