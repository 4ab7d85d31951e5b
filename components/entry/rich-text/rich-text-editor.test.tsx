import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { UploadedImage } from "@/lib/contract/entries";
import type { RichText } from "@/lib/contract/rich-text.values";
import { RichTextEditor } from "./rich-text-editor";
import type { RichTextFieldProps } from "./rich-text-field";

type Upload = NonNullable<RichTextFieldProps["onUpload"]>;
let onUpload: ReturnType<typeof vi.fn<Upload>>;
let written: RichText | null;
beforeEach(() => {
  onUpload = vi.fn<Upload>();
  written = null;
});
type ShowProps = Partial<Pick<RichTextFieldProps, "value" | "imageUrl">>;

function Shown({ value: first = null, imageUrl = () => undefined }: ShowProps) {
  const [value, setValue] = useState(first);
  return (
    <>
      <span id="label">Text</span>
      <RichTextEditor
        label="Text"
        labelledBy="label"
        value={value}
        onChange={(next) => {
          written = next;
          setValue(next);
        }}
        onUpload={onUpload}
        imageUrl={imageUrl}
      />
    </>
  );
}

const named = (name: string) => new File([name], name, { type: "image/png" });
const imageOf = (id: string) => ({ id }) as UploadedImage;
const text = () => screen.findByRole("textbox", { name: "Text" });
const paste = async (html: string, ...files: File[]) =>
  fireEvent.paste(await text(), {
    clipboardData: { types: [], files, getData: (type: string) => (type === "text/html" ? html : "") },
  });
const writtenImages = () =>
  (written?.content ?? []).flatMap(({ type, attrs }) => (type === "image" ? String(attrs?.imageId) : []));

it("pastes the words of an Excel table instead of its picture", async () => {
  render(<Shown />);
  await paste("<table><tr><td>Yam</td><td>1,200</td></tr></table>", named("rendered.png"));
  await waitFor(() => expect(JSON.stringify(written)).toContain("1,200"));
  expect(onUpload).not.toHaveBeenCalled();
});

it("uploads a picture copied from a web page, which has a URL but no words", async () => {
  onUpload.mockResolvedValue(imageOf("a"));
  render(<Shown />);
  await paste('<meta charset="utf-8"><img src="https://page.example/a.png">', named("a.png"));
  await waitFor(() => expect(writtenImages()).toEqual(["a"]));
});

it("uploads all pasted pictures one after the other, despite a failure", async () => {
  const ends: ((image?: UploadedImage) => void)[] = [];
  onUpload.mockImplementation(
    (file) =>
      new Promise((resolve, reject) =>
        ends.push((image) => (image ? resolve(image) : reject(new Error(`${file.name} wasn't sent.`)))),
      ),
  );
  render(<Shown />);
  await paste("", named("a.png"), named("b.png"), named("c.png"));
  await paste("", named("d.png"));
  expect(onUpload).toHaveBeenCalledTimes(1);
  ends[0]?.(imageOf("a"));
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(2));
  ends[1]?.();
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(3));
  ends[2]?.(imageOf("c"));
  await waitFor(() => expect(onUpload).toHaveBeenCalledTimes(4));
  expect(screen.getByText("b.png wasn't sent.")).toBeDefined();
  ends[3]?.(imageOf("d"));
  await waitFor(() => expect(writtenImages()).toEqual(["a", "c", "d"]));
  expect(onUpload.mock.calls.map(([file]) => file.name)).toEqual(["a.png", "b.png", "c.png", "d.png"]);
});

it("aborts the current upload when unmounted, and starts no other", async () => {
  let signal: AbortSignal | undefined;
  onUpload.mockImplementation((_file, _onProgress, given) => {
    signal = given;
    return new Promise((_, reject) => given.addEventListener("abort", () => reject(new Error("Called off."))));
  });
  const { unmount } = render(<Shown />);
  await paste("", named("a.png"), named("b.png"));
  unmount();
  await Promise.resolve();
  expect(signal?.aborted).toBe(true);
  expect(onUpload).toHaveBeenCalledTimes(1);
});

it("shows a picture once its URL is known, and replaces the thumbnail's URL by the full picture's", async () => {
  const value = { type: "doc", content: [{ type: "image", attrs: { imageId: "a", alt: "A ferry" } }] } as RichText;
  const { rerender } = render(<Shown value={value} />);
  const image = await screen.findByAltText("A ferry");
  expect(image.getAttribute("src")).toBe("");
  rerender(<Shown value={value} imageUrl={(id) => `data:image/webp;small,${id}`} />);
  await waitFor(() => expect(image.getAttribute("src")).toBe("data:image/webp;small,a"));
  rerender(<Shown value={value} imageUrl={(id) => `blob:large-${id}`} />);
  await waitFor(() => expect(image.getAttribute("src")).toBe("blob:large-a"));
});
