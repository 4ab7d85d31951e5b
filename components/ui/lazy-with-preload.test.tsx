import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { toast } from "@/lib/client/toast";
import { lazyWithPreload } from "./lazy-with-preload";

afterEach(() => {
  vi.restoreAllMocks();
  loadEditor.mockReset();
});

const Panel = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Close
  </button>
);
const load = vi.fn<() => Promise<{ Panel: typeof Panel }>>();
const LazyPanel = lazyWithPreload(load, "Panel");

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Reason" />
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <LazyPanel onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

it("keeps the page and its input if a lazy dialog fails to load, and loads the dialog when opened again", async () => {
  const shown = vi.spyOn(toast, "error");
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  load.mockRejectedValueOnce(new Error("Failed to load chunk")).mockResolvedValue({ Panel });
  render(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>("Reason");
  fireEvent.change(input, { target: { value: "typed" } });
  fireEvent.click(screen.getByText("Open"));
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith(expect.stringContaining("couldn't be loaded")));
  // Waits until the page has rendered without the panel.
  await act(async () => {});
  expect(logged).toHaveBeenCalledWith(new Error("Failed to load chunk"));
  expect(screen.getByLabelText<HTMLInputElement>("Reason")).toBe(input);
  expect(input.value).toBe("typed");
  fireEvent.click(screen.getByText("Open"));
  fireEvent.click(await screen.findByText("Close"));
  expect(screen.queryByText("Close")).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

const Editor = ({ label }: { label: string }) => <input aria-label={label} />;
const loadEditor = vi.fn<() => Promise<{ Editor: typeof Editor }>>();

it("shows a message with Retry in place of page content that fails to load", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const LazyEditor = lazyWithPreload(loadEditor, "Editor");
  loadEditor.mockRejectedValueOnce(new Error("Failed to load chunk"));
  loadEditor.mockRejectedValueOnce(new Error("Failed to load chunk")).mockResolvedValue({ Editor });
  render(
    <Suspense>
      <LazyEditor label="Text" />
    </Suspense>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("couldn't be loaded");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await vi.waitFor(() => expect(loadEditor).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Retry" }).getAttribute("aria-busy")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByLabelText("Text");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps a loaded lazy component and its input when another instance that failed to load is retried or unmounted", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const LazyEditor = lazyWithPreload(loadEditor, "Editor");
  loadEditor.mockRejectedValueOnce(new Error("Failed to load chunk")).mockResolvedValue({ Editor });
  const editors = (...labels: string[]) => labels.map((label) => <LazyEditor key={label} label={label} />);
  const { rerender } = render(<Suspense>{editors("Title", "Text", "Note")}</Suspense>);
  const [retryTitle, retryText] = await screen.findAllByRole("button", { name: "Retry" });
  if (retryTitle) fireEvent.click(retryTitle);
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  fireEvent.change(title, { target: { value: "typed" } });
  if (retryText) fireEvent.click(retryText);
  await screen.findByLabelText("Text");
  rerender(<Suspense>{editors("Title", "Text")}</Suspense>);
  rerender(<Suspense>{editors("Title", "Text", "Summary")}</Suspense>);
  await screen.findByLabelText("Summary");
  expect(screen.getByLabelText("Title")).toBe(title);
  expect(title.value).toBe("typed");
});
