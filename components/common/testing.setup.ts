import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { forgetDrafts } from "@/lib/client/drafts";
import { navigateBy } from "@/lib/client/testing-navigation";

// Forms load their schema when they are sent, dialogs when they are opened; a busy machine takes its time over that.
configure({ asyncUtilTimeout: 5_000 });

// happy-dom's selects have none, and react-hook-form then leaves their default value out: it takes them for edited.
Object.defineProperty(HTMLSelectElement.prototype, "size", { value: 0, configurable: true });

// Nothing that a test showed, typed or put in place of a global is left to the next one.
afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.unstubAllGlobals();
});

// The files of a worker share modules and document: each leaves both as it found them.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  navigateBy({});
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
});
