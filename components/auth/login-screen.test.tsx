import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import Cookies from "js-cookie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { HAD_SESSION_COOKIE, SESSION_COOKIE } from "@/lib/session";
import { LoginScreen } from "./login-screen";
import { clearUnfinishedSignIn } from "./stored-sign-in";

const EMAIL = "ada@example.com";
const makeReference = (n: number) => `019b76da-afc5-77b8-b3c0-9fbab7704c1${n}`;
const codeAnswer = (n: number) => ({
  reference: makeReference(n),
  expires_at: "2026-11-20T10:10:00.000Z",
  methods: [],
});

type Answer = { status: number; [key: string]: unknown };
let sent: { path: string; body: Record<string, unknown> }[];
/** Responses of the API, in order. */
let answers: Answer[];
const assignMock = vi.fn();

beforeEach(() => {
  sent = [];
  answers = [];
  setNavigationHooks({ useRouter: () => ({ replace: vi.fn() }) });
  assignMock.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assignMock);
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, "http://x").pathname;
    if (path.endsWith("/installation"))
      return Response.json({ status: 200, message: "", data: { empty: false, mail_is_unset: false } });
    sent.push({ path, body: JSON.parse(String(init.body)) });
    const { status, ...body } = answers.shift() ?? { status: 500 };
    return Response.json({ status, message: "", ...body }, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearUnfinishedSignIn();
  for (const name of [SESSION_COOKIE, HAD_SESSION_COOKIE]) Cookies.remove(name, { path: "/" });
  window.history.replaceState(null, "", "/");
});

const openLogin = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LoginScreen notice={null} />
    </QueryClientProvider>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const continueButton = () => screen.getByRole("button", { name: /^Continue/ });
/** Submits the password step as Enter does, which works also while the button is disabled for assistive technology. */
const sendPassword = () => fireEvent.submit(continueButton().closest("form") as HTMLFormElement);
function enterPassword(password = "okra soup on the veranda") {
  type("Email", EMAIL);
  type("Password", password);
  sendPassword();
}

it("the sign-in form rejects an invalid email address without a request, and focuses its field", async () => {
  openLogin();
  type("Email", "not an email");
  sendPassword();
  await screen.findByText("Enter an email address such as ada@example.com.");
  expect(document.activeElement).toBe(field("Email"));
  expect(sent).toEqual([]);
});

it("the sign-in form shows the API's message about wrong credentials and keeps the input", async () => {
  answers = [{ status: 401, code: "CREDENTIALS", message: "Email or password is not right." }];
  openLogin();
  enterPassword("not the password");
  await screen.findByText("Email or password is not right.");
  expect([field("Email").value, field("Password").value]).toEqual([EMAIL, "not the password"]);
});

it("the sign-in form counts down the wait for a throttled email address, and blocks only this address", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  answers = [{ status: 401, code: "CREDENTIALS", message: "Email or password is not right.", retry_after: 9 }];
  openLogin();
  enterPassword("not the password");
  await waitFor(() => expect(continueButton().textContent).toMatch(/^Continue in 0:0\d$/));
  // The button stays focusable, so that a screen reader can read the countdown.
  expect(continueButton().getAttribute("aria-disabled")).toBe("true");
  expect(continueButton().hasAttribute("disabled")).toBe(false);
  sendPassword();
  vi.setSystemTime(Date.now() + 2_000);
  await waitFor(() => expect(continueButton().textContent).toBe("Continue in 0:07"));
  type("Email", "other@example.com");
  await waitFor(() => expect(continueButton().textContent).toBe("Continue"));
  type("Email", "ADA@example.com");
  await waitFor(() => expect(continueButton().textContent).toMatch(/^Continue in/));
  expect(sent).toHaveLength(1);
  vi.setSystemTime(Date.now() + 7_000);
  await waitFor(() => expect(continueButton().textContent).toBe("Continue"));
  await screen.findByText("You can try again now.");
  expect(field("Password").value).toBe("not the password");
  answers = [{ status: 200, data: codeAnswer(1) }];
  sendPassword();
  await screen.findByText(/^We sent 6 digits to/);
});

it("signs in with the mailed code while the email address is throttled, without revealing if the password was right", async () => {
  window.history.replaceState(null, "", `/auth/login?next=${encodeURIComponent("//evil.example")}`);
  const message = "Wait 2 minutes and try again. If your password was right, we have mailed you a code.";
  const { methods: _, ...signIn } = codeAnswer(1);
  answers = [
    { status: 429, code: "TOO_MANY_REQUESTS", message, retry_after: 90, sign_in: signIn },
    { status: 200, data: { token: "t".repeat(43) } },
  ];
  openLogin();
  enterPassword();
  await waitFor(() => expect(continueButton().textContent).toMatch(/^Continue in 1:[23]\d$/));
  fireEvent.click(screen.getByRole("button", { name: "Enter the code from the mail" }));
  await screen.findByText(/^If your password was right, we sent 6 digits to/);
  type("Code", "123 456");
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  // A return URL of another site opens the dashboard instead.
  await waitFor(() => expect(assignMock).toHaveBeenCalledExactlyOnceWith("/dashboard"));
  expect(sent[1]?.body).toEqual({ reference: makeReference(1), token: "123456" });
  expect(Cookies.get(SESSION_COOKIE)).toBe("t".repeat(43));
});

it("requires a new sign-in code after five wrong ones, and sends it immediately on request", async () => {
  answers = [
    { status: 200, data: codeAnswer(1) },
    {
      status: 400,
      code: "CODE_SPENT",
      message: "That was the fifth wrong code. Press “Resend code” to get a new one.",
    },
    { status: 200, data: codeAnswer(2) },
    { status: 200, data: { token: "t".repeat(43) } },
  ];
  openLogin();
  enterPassword();
  await screen.findByText(/^Resend code in 0:5\d$/);
  type("Code", "000000");
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText(/That was the fifth wrong code/);
  fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
  await screen.findByText(/^Resend code in 0:5\d$/);
  expect(sent[2]?.body).toEqual({ reference: makeReference(1) });
  type("Code", "123456");
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(assignMock).toHaveBeenCalledOnce());
  expect(sent[3]?.body).toEqual({ reference: makeReference(2), token: "123456" });
});
