import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EntryActivityPanel } from "./entry-activity-panel";
import { describeChanges, formatBytes } from "./entry-words";

type Value = string | null;
const change = (field: string, before: Value, after: Value) => ({ field, before, after });
const LANGUAGES = [
  { code: "en", name: "English", direction: "ltr" as const },
  { code: "efi", name: "Efik", direction: "ltr" as const },
];
const entryOf = (action: string, ...changes: ReturnType<typeof change>[]) => ({
  id: action,
  at: "2026-11-21T10:00:00.000Z",
  by: null,
  actor: "System",
  action: `content.${action}`,
  words: "Changed the draft",
  outcome: "done" as const,
  changes,
});

it.each([
  ["Published", entryOf("publishEntry", change("published", null, "3"), change("scheduled", "2", null))],
  ["Scheduled", entryOf("publishEntry", change("scheduled", "2", "3"))],
  ["Withdrew", entryOf("withdrawEntry", change("published", "2", null), change("scheduled", "3", null))],
  ["Cancelled the schedule", entryOf("withdrawEntry", change("scheduled", "3", null))],
  ["Changed the draft", entryOf("saveEntry", change("title (en)", "Bridge", "Bridge open"))],
  ["Archived", entryOf("archiveEntry", change("archived", "false", "true"))],
  ["Brought back from the archive", entryOf("archiveEntry", change("archived", "true", "false"))],
])("describes an action by its actual effect, if it has two possible ones: %s", (expected, entry) => {
  render(<EntryActivityPanel kind="announcements" timeline={[entry]} languages={LANGUAGES} />);
  expect(screen.getByText(expected, { selector: "p" })).toBeDefined();
});

it("omits empty initial values and changes that the action's name implies", () => {
  const entry = entryOf(
    "createEntry",
    change("step", null, "draft created"),
    change("step", null, "withdrawn"),
    change("group_ids", null, "[]"),
    change("link", "https://a.example", ""),
    change("step", null, "version 2 brought back as draft"),
  );
  const { changes } = describeChanges(entry, "announcements", LANGUAGES);
  expect(changes).toEqual([
    change("Link", "https://a.example", null),
    change("step", null, "version 2 brought back as draft"),
  ]);
});

it("labels fields as the editor does, and shows ids, JSON and long texts only as changed", () => {
  const GROUP_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c31";
  const entry = entryOf(
    "saveEntry",
    change("title (en)", "Bridge", "Bridge open"),
    change("body (efi)", "Long", "Longer"),
    change("cover_id", null, GROUP_ID),
    change("gallery", "[]", `[{"image_id":"${GROUP_ID}"}]`),
    change("tags", "[]", '["Dance","Food"]'),
  );
  expect(describeChanges(entry, "culture", LANGUAGES).changes).toEqual([
    change("Title · English", "Bridge", "Bridge open"),
    change("Text · Efik", null, "changed"),
    change("Cover", null, "changed"),
    change("Gallery", null, "changed"),
    change("Tags", null, "Dance, Food"),
  ]);
  const otherChanges = entryOf(
    "saveEntry",
    change("group_ids", "[]", `["${GROUP_ID}"]`),
    change("pinned", "false", "true"),
  );
  expect(describeChanges(otherChanges, "announcements", LANGUAGES).changes).toEqual([
    change("User groups", null, "changed"),
    change("Pinned", "No", "Yes"),
  ]);
  const point = entryOf("saveEntry", change("focal_x", "50", "60"), change("focal_y", "50", "49"));
  expect(describeChanges(point, "slides", LANGUAGES).changes).toEqual([change("Focal point", null, "changed")]);
});

it.each([
  [480, "480 bytes"],
  [84_400, "84 KB"],
  [1_240_000, "1.2 MB"],
])("formats %i bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
