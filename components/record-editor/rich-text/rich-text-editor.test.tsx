import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { UploadedImage } from "@/lib/contract/content-entries";
import type { RichText } from "@/lib/contract/rich-text.values";
import { RichTextEditor } from "./rich-text-editor";
import type { RichTextFieldProps } from "./rich-text-field";

type UploadImage = NonNullable<RichTextFieldProps["onUpload"]>;
let onUpload: ReturnType<typeof vi.fn<UploadImage>>;
let storedText: RichText | null;
beforeEach(() => {
  onUpload = vi.fn<UploadImage>();
  storedText = null;
});
type ShowProps = Partial<Pick<RichTextFieldProps, "value" | "imageUrl">>;

function TestField({ value: initialValue = null, imageUrl = () => undefined }: ShowProps) {
  const [value, setValue] = useState(initialValue);
  return (
    <>
      <span id="label">Text</span>
      <RichTextEditor
        label="Text"
        labelledBy="label"
        value={value}
        onChange={(newValue) => {
          storedText = newValue;
          setValue(newValue);
        }}
        onUpload={onUpload}
        imageUrl={imageUrl}
      />
    </>
  );
}

const fileNamed = (name: string) => new File([name], name, { type: "image/png" });
const makeImage = (id: string) => ({ id }) as UploadedImage;
const findTextBox = () => screen.findByRole("textbox", { name: "Text" });
const pasteHtml = async (html: string, ...files: File[]) =>
  fireEvent.paste(await findTextBox(), {
    clipboardData: { types: [], files, getData: (type: string) => (type === "text/html" ? html : "") },
  });
const writtenImages = () =>
  (storedText?.content ?? []).flatMap(({ type, attrs }) => (type === "image" ? String(attrs?.imageId) : []));

it("pastes the text of an Excel table instead of its picture", async () => {
  render(<TestField />);
  await pasteHtml("<table><tr><td>Yam</td><td>1,200</td></tr></table>", fileNamed("rendered.png"));
  await waitFor(() => expect(JSON.stringify(storedText)).toContain("1,200"));
  expect(onUpload).not.toHaveBeenCalled();
});

it("uploads a picture copied from a web page if the copied HTML contains no text", async () => {
  onUpload.mockResolvedValue(makeImage("a"));
  render(<TestField />);
  await pasteHtml('<meta charset="utf-8"><img src="https://page.example/a.png">', fileNamed("a.png"));
  await waitFor(() => expect(writtenImages()).toEqual(["a"]));
});

it("uploads all pasted pictures one after the other, even if an upload fails", async () => {
  const finishUploads: ((image?: UploadedImage) => void)[] = [];
  onUpload.mockImplementation(
    (file) =>
      new Promise((resolve, reject) =>
        finishUploads.push((image) => (image ? resolve(image) : reject(new Error(`${file.name} wasn't sent.`)))),
      ),
  );
  render(<TestField />);
  await pasteHtml("", fileNamed("a.png"), fileNamed("b.png"), fileNamed("c.png"));
  await pasteHtml("", fileNamed("d.png"));
  expect(onUpload).toHaveBeenCalledTimes(1);
  finishUploads[0]?.(makeImage("a"));
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(2));
  finishUploads[1]?.();
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(3));
  finishUploads[2]?.(makeImage("c"));
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(4));
  expect(screen.getByText("b.png wasn't sent.")).toBeDefined();
  finishUploads[3]?.(makeImage("d"));
  await waitFor(() => expect(writtenImages()).toEqual(["a", "c", "d"]));
  expect(onUpload.mock.calls.map(([file]) => file.name)).toEqual(["a.png", "b.png", "c.png", "d.png"]);
});

it("aborts the current picture upload when the rich text editor is unmounted, and starts no other", async () => {
  let signal: AbortSignal | undefined;
  onUpload.mockImplementation((_file, _onProgress, uploadSignal) => {
    signal = uploadSignal;
    return new Promise((_, reject) => uploadSignal.addEventListener("abort", () => reject(new Error("Called off."))));
  });
  const { unmount } = render(<TestField />);
  await pasteHtml("", fileNamed("a.png"), fileNamed("b.png"));
  unmount();
  await Promise.resolve();
  expect(signal?.aborted).toBe(true);
  expect(onUpload).toHaveBeenCalledTimes(1);
});

it("shows a picture in rich text once its URL is known, and replaces the thumbnail by the full picture", async () => {
  const value = { type: "doc", content: [{ type: "image", attrs: { imageId: "a", alt: "A ferry" } }] } as RichText;
  const { rerender } = render(<TestField value={value} />);
  const image = await screen.findByAltText("A ferry");
  expect(image.getAttribute("src")).toBe("");
  rerender(<TestField value={value} imageUrl={(id) => `data:image/webp;small,${id}`} />);
  await waitFor(() => expect(image.getAttribute("src")).toBe("data:image/webp;small,a"));
  rerender(<TestField value={value} imageUrl={(id) => `blob:large-${id}`} />);
  await waitFor(() => expect(image.getAttribute("src")).toBe("blob:large-a"));
});
