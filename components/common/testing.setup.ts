import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { setNavigationHooks } from "@/lib/client/testing-navigation";

// Forms load their schema on submit and dialogs their code on opening, which takes long on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// happy-dom has no `size` on selects. Without it react-hook-form treats selects as edited and drops their default values.
Object.defineProperty(HTMLSelectElement.prototype, "size", { value: 0, configurable: true });

// Cleans up rendered components, drafts and stubbed globals after each test.
afterEach(() => {
  cleanup();
  deleteAllDrafts();
  vi.unstubAllGlobals();
});

// Test files of one worker share modules and document, so each file restores both.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setNavigationHooks({});
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
});
