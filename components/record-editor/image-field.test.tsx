import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { ImageField } from "./image-field";
import type { DraftImages } from "./use-image-sources";

const OLD_IMAGE_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c31";
const NEW_IMAGE_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c32";
const makeImage = (id: string): UploadedImage => ({
  id,
  width: 1600,
  height: 900,
  sizes: [
    { width: 480, height: 270, bytes: 21_000 },
    { width: 960, height: 540, bytes: 84_400 },
    { width: 1600, height: 900, bytes: 212_000 },
  ],
  thumbnail: "data:image/webp;base64,AA==",
});

let mockUpload: ReturnType<typeof vi.fn<DraftImages["upload"]>>;
beforeEach(() => {
  mockUpload = vi.fn<DraftImages["upload"]>();
  vi.stubGlobal("crossRiverPayFetch", async () => new Response("", { status: 404 }));
});
type FieldProps = { value: string | null; readOnly?: boolean; problem?: string };

function TestField({ value: initialValue, ...props }: FieldProps) {
  const [value, setValue] = useState(initialValue);
  const [alt, setAlt] = useState("A ferry");
  const images: DraftImages = {
    kind: "announcements",
    upload: mockUpload,
    known: (id) => makeImage(id),
    urlOf: () => "data:image/webp;base64,AA==",
  };
  return (
    <ImageField
      {...props}
      field="image_id"
      label="Picture"
      images={images}
      value={value}
      onChange={setValue}
      alt={{ field: "image_alt", value: alt, onChange: setAlt }}
    />
  );
}
const renderField = (props: FieldProps) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TestField {...props} />
      <p data-testid="outside" />
    </QueryClientProvider>,
  );
const chooseFile = (label: string, file: File) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } });
const makeJpegFile = (bytes = 3) => new File([new Uint8Array(bytes)], "ferry.jpg", { type: "image/jpeg" });

it("uploads the chosen picture, and shows the progress and the picture's size on a phone", async () => {
  let finishUpload = (_image: UploadedImage) => {};
  mockUpload.mockImplementation((_file, onProgress) => {
    onProgress(0.4);
    return new Promise((resolve) => {
      finishUpload = resolve;
    });
  });
  renderField({ value: null });
  chooseFile("Choose picture", makeJpegFile());
  const bar = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Sending Picture" });
  await waitFor(() => expect(bar.value).toBe(0.4));
  finishUpload(makeImage(NEW_IMAGE_ID));
  expect(await screen.findByText("1600 × 900 pixels, 84 KB on a phone")).toBeDefined();
  expect(screen.getByRole("img", { name: "A ferry" })).toBeDefined();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("the picture field keeps the old picture when an upload fails, shows the error, and offers a retry", async () => {
  mockUpload
    .mockRejectedValueOnce(new Error("The service can't be reached."))
    .mockResolvedValueOnce(makeImage(NEW_IMAGE_ID));
  renderField({ value: OLD_IMAGE_ID });
  chooseFile("Replace picture", makeJpegFile());
  expect(await screen.findByText("The service can't be reached.")).toBeDefined();
  expect(screen.getByRole("img", { name: "A ferry" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(screen.queryByText("The service can't be reached.")).toBeNull());
  expect(mockUpload).toHaveBeenCalledTimes(2);
});

it("the picture field refuses a file above the size limit without uploading it", async () => {
  renderField({ value: null });
  chooseFile("Choose picture", makeJpegFile(10_000_001));
  expect(await screen.findByText("This picture is larger than 10 MB. Choose a smaller one.")).toBeDefined();
  expect(mockUpload).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

it("the picture field uploads a dropped picture, and aborts the upload on Cancel", async () => {
  let signal: AbortSignal | undefined;
  mockUpload.mockImplementation((_file, _onProgress, uploadSignal) => {
    signal = uploadSignal;
    return new Promise(() => {});
  });
  renderField({ value: null });
  fireEvent.drop(screen.getByRole("group", { name: "Picture" }), { dataTransfer: { files: [makeJpegFile()] } });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(signal?.aborted).toBe(true);
  expect(screen.getByText(/^No picture yet/)).toBeDefined();
});

it("the picture field removes its picture, and shows no controls to admins who may only read", async () => {
  renderField({ value: OLD_IMAGE_ID });
  fireEvent.click(screen.getByRole("button", { name: "Remove picture" }));
  expect(screen.getByText(/^No picture yet/)).toBeDefined();
  expect(screen.queryByLabelText("Picture description")).toBeNull();
  cleanup();
  renderField({ value: OLD_IMAGE_ID, readOnly: true });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Picture description/).readOnly).toBe(true);
});
