import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, startTransition, use, useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { StableSuspense } from "./stable-suspense";

/** Renders a page as the server does: without fallback if its content was ready in time, otherwise with one. */
const renderedPage = (fallback: string | undefined) => (
  <StableSuspense fallback={fallback}>
    <input aria-label="Organiser" />
  </StableSuspense>
);

/** Renders content as in a loaded document: on the server, then hydrated. */
function hydrate(content: ReactNode) {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(content);
  return render(content, { container, hydrate: true });
}

it.each([
  ["in time, then late", undefined, "Loading"],
  ["late, then in time", "Loading", undefined],
])("keeps typed text on a streamed page whose next response is %s", (_, first, second) => {
  const { rerender } = hydrate(renderedPage(first));
  const field = screen.getByLabelText("Organiser");
  fireEvent.change(field, { target: { value: "Boat club" } });
  rerender(renderedPage(second));
  expect(screen.getByLabelText("Organiser")).toBe(field);
});

function Navigation({ content }: { content: Promise<string> }) {
  const [isNext, setIsNext] = useState(false);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setIsNext(true))}>
        Open
      </button>
      <main>{isNext ? <StableSuspense fallback="Loading">{content}</StableSuspense> : "Old page"}</main>
    </>
  );
}

it("keeps the old page on screen after a client-side navigation until the next page's content is ready", async () => {
  let resolve = (_content: string) => {};
  const content = new Promise<string>((settle) => {
    resolve = settle;
  });
  render(<Navigation content={content} />);
  await act(async () => fireEvent.click(screen.getByText("Open")));
  expect(screen.getByRole("main").textContent).toBe("Old page");
  await act(async () => resolve("Next page"));
  expect(screen.getByRole("main").textContent).toBe("Next page");
});

it("keeps the server's HTML of a Suspense boundary that is hydrated later than the page", async () => {
  const content = (
    <StableSuspense fallback="Loading">
      <LateField />
    </StableSuspense>
  );
  isCodeLoaded = true;
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(content);
  const field = container.querySelector("input");
  isCodeLoaded = false;
  await act(async () => {
    render(content, { container, hydrate: true });
  });
  await act(async () => finishLoadingCode());
  expect(container.querySelector("input")).toBe(field);
});

let isCodeLoaded = true;
let finishLoadingCode = () => {};
const codeLoaded = new Promise<void>((resolve) => {
  finishLoadingCode = () => {
    isCodeLoaded = true;
    resolve();
  };
});
/** Field that suspends during hydration until its code is loaded. */
function LateField() {
  if (!isCodeLoaded) use(codeLoaded);
  return <input aria-label="Organiser" />;
}
