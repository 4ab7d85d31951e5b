import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, startTransition, use, useLayoutEffect, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isNavigating, notifyClickedLinkNavigation } from "@/lib/client/navigation-start";
import { mayErrorComeFromPrefetch, prefetchPage } from "@/lib/client/prefetched-pages";
import { useShortcuts } from "@/lib/client/shortcuts";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { PageArea } from "./page-area";

let currentPath = "/dashboard";

beforeEach(() => {
  vi.useFakeTimers();
  currentPath = "/dashboard";
  setNavigationHooks({ usePathname: () => currentPath });
});
afterEach(() => {
  vi.useRealTimers();
});

const TestPage = ({ content }: { content: Promise<string> | string }) =>
  typeof content === "string" ? content : use(content);

/** App whose link navigates like Next.js: the click starts a transition to a page that suspends until its content is loaded. */
function TestApp({ nextPage }: { nextPage: Promise<string> }) {
  const [content, setContent] = useState<Promise<string> | string>("Old page");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: as in app-shell.tsx
    <div onClick={notifyClickedLinkNavigation}>
      <a
        href="/dashboard/wallets"
        onClick={(event) => {
          event.preventDefault();
          startTransition(() => setContent(nextPage));
        }}
      >
        Open
      </a>
      <Suspense fallback="Suspense fallback">
        <PageArea>
          <TestPage content={content} />
        </PageArea>
      </Suspense>
    </div>
  );
}

async function openNextPage() {
  let finish = (_content: string) => {};
  const nextPage = new Promise<string>((resolve) => {
    finish = resolve;
  });
  render(<TestApp nextPage={nextPage} />);
  await act(async () => fireEvent.click(screen.getByText("Open")));
  return (content: string) => act(async () => finish(content));
}
const advanceTime = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const findSkeleton = () => screen.queryByRole("status");

it("keeps the old page visible for 200 ms of a navigation, then covers it with a skeleton until the next page is ready", async () => {
  const finish = await openNextPage();
  await advanceTime(199);
  expect([screen.getByRole("main").textContent, findSkeleton()]).toEqual(["Old page", null]);
  await advanceTime(1);
  expect(findSkeleton()).not.toBeNull();
  expect(screen.getByRole("main").getAttribute("aria-busy")).toBe("true");
  expect(isNavigating()).toBe(true);
  await finish("Next page");
  expect([screen.getByRole("main").textContent, findSkeleton()]).toEqual(["Next page", null]);
  // The navigation ends with the new page, although the URL has not changed.
  expect(isNavigating()).toBe(false);
});

function Shortcuts({ title, letter, run }: { title: string; letter: string; run: () => void }) {
  useShortcuts(title, [{ key: letter, label: title, run }]);
  return null;
}

it("ignores shortcuts of a page covered by a skeleton, but not those of the shell", async () => {
  const [runPage, runShell] = [vi.fn(), vi.fn()];
  currentPath = "/dashboard/record";
  render(
    <>
      <PageArea>
        <Shortcuts title="Page" letter="v" run={runPage} />
      </PageArea>
      <Shortcuts title="Everywhere" letter="k" run={runShell} />
    </>,
  );
  const pressBoth = () => {
    for (const key of ["v", "k"]) fireEvent.keyDown(document, { key });
  };
  fireEvent.popState(window);
  await advanceTime(199);
  pressBoth();
  expect([runPage.mock.calls.length, runShell.mock.calls.length]).toEqual([1, 1]);
  await advanceTime(1);
  expect(findSkeleton()).not.toBeNull();
  pressBoth();
  expect([runPage.mock.calls.length, runShell.mock.calls.length]).toEqual([1, 2]);
});

it("shows no skeleton if the next page is ready within 200 ms", async () => {
  const finish = await openNextPage();
  await advanceTime(150);
  await finish("Next page");
  await advanceTime(1_000);
  expect([screen.getByRole("main").textContent, findSkeleton()]).toEqual(["Next page", null]);
});

it("a slow Back shows the skeleton after 200 ms until the path changes; a later visit to the page shows none", async () => {
  const { rerender } = render(<PageArea>Old page</PageArea>);
  currentPath = window.location.pathname;
  rerender(<PageArea>List</PageArea>);
  currentPath = "/dashboard/record";
  rerender(<PageArea>Record</PageArea>);
  fireEvent.popState(window);
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  currentPath = window.location.pathname;
  rerender(<PageArea>List</PageArea>);
  expect(findSkeleton()).toBeNull();
  // Opens the record again by a link.
  currentPath = "/dashboard/record";
  rerender(<PageArea>Record</PageArea>);
  await advanceTime(1_000);
  expect(findSkeleton()).toBeNull();
});

it("removes the skeleton when a link to the current page interrupts a slow Back", async () => {
  currentPath = "/dashboard/record";
  render(<PageArea>Record</PageArea>);
  fireEvent.popState(window);
  await advanceTime(400);
  expect(findSkeleton()).not.toBeNull();
  // Simulates Next.js, which renders the current path again and then changes the URL.
  window.history.pushState(null, "", currentPath);
  await advanceTime(200);
  window.history.replaceState(null, "", "/");
  expect(findSkeleton()).toBeNull();
});

it("removes the skeleton when Forward follows a slow Back", async () => {
  window.history.replaceState(null, "", "/dashboard/list");
  currentPath = "/dashboard/record";
  render(<PageArea>Record</PageArea>);
  fireEvent.popState(window);
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  window.history.replaceState(null, "", currentPath);
  fireEvent.popState(window);
  await advanceTime(1_000);
  window.history.replaceState(null, "", "/");
  expect(findSkeleton()).toBeNull();
});

it("shows no skeleton when Back changes only the search params", async () => {
  window.history.replaceState(null, "", "/dashboard?page=1");
  render(<PageArea>List</PageArea>);
  fireEvent.popState(window);
  await advanceTime(1_000);
  window.history.replaceState(null, "", "/");
  expect(findSkeleton()).toBeNull();
});

/** Simulates the browser's leave confirmation: dispatches a cancelled `beforeunload` event. */
async function ask() {
  const preventUnload = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", preventUnload, { once: true });
  await act(async () => window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
}
async function stayWhenAsked() {
  await ask();
  await advanceTime(1_100);
}

it("keeps the skeleton until the document is replaced if the user confirmed leaving the page", async () => {
  const finish = await openNextPage();
  await advanceTime(200);
  await ask();
  await advanceTime(900);
  expect(findSkeleton()).not.toBeNull();
  window.dispatchEvent(new Event("pagehide"));
  await advanceTime(2_000);
  expect(findSkeleton()).not.toBeNull();
  await finish("Next page");
});

it("if the user cancels leaving and clicks a link, ends the router's failed navigation before the click takes effect", async () => {
  const steps: string[] = [];
  const onPageShow = () => void steps.push("ended");
  window.addEventListener("pageshow", onPageShow);
  window.history.replaceState(null, "", "/dashboard");
  const finish = await openNextPage();
  await ask();
  await advanceTime(100);
  const link = screen.getByText("Open");
  link.addEventListener("click", () => void steps.push("clicked"));
  await act(async () => fireEvent.click(link));
  await advanceTime(1_100);
  expect(steps).toEqual(["ended", "clicked"]);
  // The next navigation is pending, and covers the page.
  expect(findSkeleton()).not.toBeNull();
  await finish("Next page");
  window.removeEventListener("pageshow", onPageShow);
  window.history.replaceState(null, "", "/");
});

it.each([
  ["ends once when the user cancels leaving", "/dashboard", 1],
  ["does not end after Back, when the URL is already that of the failed page", "/dashboard/list", 0],
])("the router's failed navigation %s", async (_title, address, ends) => {
  const onPageShow = vi.fn();
  window.addEventListener("pageshow", onPageShow);
  window.history.replaceState(null, "", address);
  const finish = await openNextPage();
  await stayWhenAsked();
  // Simulates a second leave confirmation for the same navigation, which must not end the navigation again.
  await stayWhenAsked();
  expect(onPageShow).toHaveBeenCalledTimes(ends);
  // Clicks the same link, whose page fails to load again.
  await act(async () => fireEvent.click(screen.getByText("Open")));
  await stayWhenAsked();
  expect(onPageShow).toHaveBeenCalledTimes(2 * ends);
  await finish("Next page");
  window.removeEventListener("pageshow", onPageShow);
  window.history.replaceState(null, "", "/");
});

it("removes the skeleton if a navigation failed and the user cancelled leaving", async () => {
  const finish = await openNextPage();
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  await stayWhenAsked();
  expect([screen.getByRole("main").textContent, findSkeleton()]).toEqual(["Old page", null]);
  // The next navigation covers the page again.
  fireEvent.click(screen.getByText("Open"));
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  await finish("Next page");
});

it.each([
  ["returns to the previously focused field", () => document.body, "Reason"],
  ["stays where the user moved it while the page was covered", () => screen.getByLabelText("Search"), "Search"],
])("when the skeleton is removed, the focus %s", async (_title, focusedWhileCovered, label) => {
  currentPath = "/dashboard/record";
  render(
    <>
      <input aria-label="Search" />
      <PageArea>
        <input aria-label="Reason" />
      </PageArea>
    </>,
  );
  screen.getByLabelText("Reason").focus();
  fireEvent.popState(window);
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  // Blurs like a browser; happy-dom leaves the focus in an inert element.
  screen.getByLabelText("Reason").blur();
  focusedWhileCovered().focus();
  window.history.replaceState(null, "", currentPath);
  await advanceTime(200);
  window.history.replaceState(null, "", "/");
  expect(findSkeleton()).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
});

it("shows the skeleton after two quick clicks on a link until the next page is ready", async () => {
  const finish = await openNextPage();
  await advanceTime(150);
  await act(async () => fireEvent.click(screen.getByText("Open")));
  await advanceTime(200);
  expect(findSkeleton()).not.toBeNull();
  await finish("Next page");
  await advanceTime(1_000);
  expect([screen.getByRole("main").textContent, findSkeleton()]).toEqual(["Next page", null]);
});

function ErrorPage({ onShow }: { onShow: () => void }) {
  useLayoutEffect(onShow);
  return "Error";
}

it("blames an error on a failed prefetch when the page opens, but not at a later render", () => {
  prefetchPage({ prefetch: () => {} }, "/dashboard/wallets");
  window.history.replaceState(null, "", "/dashboard/wallets");
  const results: boolean[] = [];
  const check = () => void results.push(mayErrorComeFromPrefetch());
  const { rerender } = render(
    <PageArea>
      <ErrorPage onShow={check} />
    </PageArea>,
  );
  rerender(
    <PageArea>
      <ErrorPage onShow={check} />
    </PageArea>,
  );
  window.history.replaceState(null, "", "/");
  expect(results).toEqual([true, false]);
});
