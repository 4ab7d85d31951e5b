import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { newContentEntryDraft } from "@/components/content-entry/content-entry-kinds";
import type { DraftImages } from "@/components/record-editor/use-image-sources";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { GalleryField } from "./gallery-field";

/** Uploads that have started. `done` completes an upload; `fail` lets it fail. */
let uploads: { name: string; done: (id: string) => void; fail: () => void }[];
let imageIds: string[];
beforeEach(() => {
  uploads = [];
  imageIds = [];
});
const mockUpload: DraftImages["upload"] = (file, _onProgress, signal) =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Called off.")));
    uploads.push({
      name: file.name,
      done: (id) => resolve({ id } as UploadedImage),
      fail: () => reject(new Error("The service can't be reached.")),
    });
  });

function TestField() {
  const [draft, setDraft] = useState(() => newContentEntryDraft("culture"));
  imageIds = draft.gallery.map(({ image_id }) => image_id);
  const props = {
    draft,
    change: (patch) => setDraft((now) => ({ ...now, ...(typeof patch === "function" ? patch(now) : patch) })),
    language: "en",
    dir: "ltr",
    problem: () => undefined,
    readOnly: false,
    images: { kind: "culture", upload: mockUpload, known: () => undefined, urlOf: () => undefined },
  } as Partial<ContentEntryFieldsProps<"culture">> as ContentEntryFieldsProps<"culture">;
  return <GalleryField {...props} />;
}
const chooseFiles = (...uploadNames: string[]) =>
  fireEvent.change(screen.getByLabelText("Add pictures to the gallery"), {
    target: { files: uploadNames.map((name) => new File(["x"], name, { type: "image/png" })) },
  });
const names = () => uploads.map(({ name }) => name);

it("the gallery field uploads two pictures at a time and starts the next when an upload completes or fails", async () => {
  render(<TestField />);
  chooseFiles("a", "b", "c", "d");
  expect(screen.getAllByRole("progressbar")).toHaveLength(4);
  expect(names()).toEqual(["a", "b"]);
  uploads[0]?.done("1");
  await waitFor(() => expect(names()).toEqual(["a", "b", "c"]));
  uploads[1]?.fail();
  await waitFor(() => expect(names()).toEqual(["a", "b", "c", "d"]));
  uploads[2]?.done("3");
  uploads[3]?.done("4");
  await waitFor(() => expect(imageIds).toEqual(["1", "3", "4"]));
  fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
  uploads[4]?.done("2");
  await waitFor(() => expect(imageIds).toEqual(["1", "3", "4", "2"]));
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("cancelling a gallery upload starts the next one; a picture cancelled while queued is never sent", async () => {
  render(<TestField />);
  chooseFiles("a", "b", "c", "d");
  const cancel = () => screen.getAllByRole("button", { name: "Cancel" });
  fireEvent.click(cancel()[2] as HTMLElement);
  fireEvent.click(cancel()[0] as HTMLElement);
  await waitFor(() => expect(names()).toEqual(["a", "b", "d"]));
});
