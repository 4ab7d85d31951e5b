import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { setNavigationHooks } from "@/lib/client/testing-navigation";

// Allows 15 s: forms load their schema on submit and dialogs their code on opening, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// Adds `size` to selects, which happy-dom lacks. Without `size`, react-hook-form treats selects as edited and drops their default
// values.
Object.defineProperty(HTMLSelectElement.prototype, "size", { value: 0, configurable: true });

// Cleans up rendered components, drafts and stubbed globals after each test.
afterEach(() => {
  cleanup();
  deleteAllDrafts();
  vi.unstubAllGlobals();
});

// Restores modules and document after each file, because the test files of one worker share them.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setNavigationHooks({});
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
});
