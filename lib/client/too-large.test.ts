import { expect, it } from "vitest";
import { tooLargeMessage } from "./too-large";

const makeFile = (size: number, type: string) => new File([new Uint8Array(size)], "sent", { type });

it.each([
  ["accepts a photo within the limit", makeFile(10, "image/jpeg"), null],
  ["leaves a video within the limit to the server, which rejects it by name", makeFile(10, "video/mp4"), null],
  [
    "rejects a photo over the limit",
    makeFile(2_000_001, "image/jpeg"),
    "This file is larger than 2 MB. Choose a smaller one.",
  ],
  [
    "rejects a video over the limit as a video",
    makeFile(2_000_001, "video/quicktime"),
    "This is a video. Send a photo instead.",
  ],
])("checks a file's size before the upload: %s", (_title, sent, words) =>
  expect(tooLargeMessage(sent, 2_000_000, "file")).toBe(words),
);
