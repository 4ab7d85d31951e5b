import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";
import { logoutSignal } from "./session";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("an API call that the server sends does not listen for a logout, because thousands of calls would share one signal", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: {} }));
  const listen = vi.spyOn(logoutSignal, "addEventListener");
  await api.content.publicSlides({});
  expect(listen).not.toHaveBeenCalled();
});
