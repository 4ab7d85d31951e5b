import { fireEvent, render, screen } from "@testing-library/react";
import { Suspense, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { toast } from "@/lib/client/toast";
import { lazyWithPreload } from "./lazy-with-preload";

afterEach(() => {
  vi.restoreAllMocks();
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

it("keeps the page and its input if a part fails to load, and loads it when opened again", async () => {
  const shown = vi.spyOn(toast, "error");
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  load.mockRejectedValueOnce(new Error("Failed to load chunk")).mockResolvedValue({ Panel });
  render(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>("Reason");
  fireEvent.change(input, { target: { value: "typed" } });
  fireEvent.click(screen.getByText("Open"));
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith(expect.stringContaining("couldn't be loaded")));
  expect(logged).toHaveBeenCalledWith(new Error("Failed to load chunk"));
  expect(screen.getByLabelText<HTMLInputElement>("Reason")).toBe(input);
  expect(input.value).toBe("typed");
  fireEvent.click(screen.getByText("Open"));
  fireEvent.click(await screen.findByText("Close"));
  expect(screen.queryByText("Close")).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
