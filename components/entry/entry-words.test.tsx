import { expect, it } from "vitest";
import { actionWords, toldOf, weightWords } from "./entry-words";

it("says what was done, whichever module's call it was", () => {
  expect(actionWords("content.publishEntry")).toBe("Published");
  expect(actionWords("appConfig.saveEntry")).toBe("Saved the draft");
  expect(actionWords("content.something_else")).toBe("Something else");
});

it("leaves out what a draft has empty and what the action says, and keeps everything else", () => {
  const change = (field: string, before: string | null, after: string | null) => ({ field, before, after });
  const entry = {
    id: "1",
    at: "2026-11-21T10:00:00.000Z",
    by: null,
    action: "content.createEntry",
    outcome: "done" as const,
    changes: [
      change("step", null, "draft created"),
      change("step", null, "withdrawn"),
      change("group_ids", null, "[]"),
      change("title (en)", null, "Bridge"),
      change("link", "https://a.example", ""),
      change("step", null, "version 2 brought back as draft"),
    ],
  };
  expect(toldOf(entry).changes).toEqual(entry.changes.slice(3));
});

it.each([
  [480, "480 bytes"],
  [84_400, "84 KB"],
  [1_240_000, "1.2 MB"],
])("says that %i bytes are %s", (bytes, words) => {
  expect(weightWords(bytes)).toBe(words);
});
