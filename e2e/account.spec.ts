import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { latestCode } from "./support/mail";
import { apiSignIn, emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

// Passkeys are Chromium's own, on a virtual authenticator that confirms everything.
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  /** Whether the person at the device is its owner. */
  const setVerified = (isUserVerified: boolean) =>
    client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { setVerified };
}

/** Signs in by the API and lets the proof of that sign-in be too old for the page. */
async function openWithoutProof(page: Page) {
  // A key that the admin has makes the mailed code of the next sign-in no proof.
  const token = await apiSignIn(page.request, "support");
  await page.context().addCookies([{ name: "cross-riv-token", value: token, url: page.url() }]);
}

/** A call that first asks for a proof of identity is refused, and the browser says so. */
const REFUSED_FIRST = /403 .*\/auth\/admin\/email/;

const password = "Demo-CrossRiver-2026";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

test("a passkey is added, confirms who it is without losing what was typed, and signs in", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(REFUSED_FIRST);
  const { setVerified } = await addDevice(page);
  await as("support");
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await page.getByLabel("Name").fill("Work laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Work laptop" })).toBeVisible();

  // The mailed code of a sign-in is no proof for an admin who has a key.
  await openWithoutProof(page);
  await page.reload();
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("ofem@crossriverpay.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await setVerified(false);
  await dialog(page).getByRole("button", { name: "Use a passkey" }).press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("No passkey was used");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("New email")).toHaveValue("ofem@crossriverpay.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await setVerified(true);
  await dialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("We sent 6 digits to ofem@crossriverpay.example.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.context().clearCookies();
  await page.goto("/auth/login?next=/dashboard/account");
  await page.getByLabel("Email").fill(emailOf("support"));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("You have no passkey yet.")).toBeVisible();
});

test("an authenticator app and recovery codes are set up and used", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/400 .*\/auth\/admin\/keys\/authenticator/);
  await as("viewer");
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByAltText("QR code for the authenticator app")).toBeVisible();
  const key = String(await page.getByText(/^Key: /).textContent())
    .replace("Key:", "")
    .replace(/\s/g, "");
  const code = (steps = 0) => new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel("Code of the app").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not the code that the app shows now.").first()).toBeVisible();
  await page.getByLabel("Code of the app").fill(code());
  await page.keyboard.press("Enter");
  await expect(page.getByText("The authenticator app is set up.")).toBeVisible();
  await page.getByRole("button", { name: "Make recovery codes" }).click();
  await page.getByRole("button", { name: "Make codes" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recovery = String(await codes.getByRole("listitem").first().textContent());
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 left")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/auth/login?next=/dashboard/account");
  await page.getByLabel("Email").fill(emailOf("viewer"));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery.toLowerCase());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("9 of 10 left")).toBeVisible();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByText("You have not set up an app yet.")).toBeVisible();
});

test("without a key a mailed code confirms, and one confirmation serves the next call", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(REFUSED_FIRST);
  await as("finance");
  await page.goto("/dashboard/account");
  // As the server answers when the proof of the session is too old.
  await page.route("**/api/v1/auth/admin/email", async (route) => {
    const message = "This takes a proof that it is you.";
    await route.fulfill({ status: 403, json: { status: 403, code: "PROOF_NEEDED", message } });
    await page.unroute("**/api/v1/auth/admin/email");
  });
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("finance2@crossriverpay.example");
  const since = Date.now();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(dialog(page).getByText(`We sent 6 digits to ${emailOf("finance")}.`)).toBeVisible();
  await dialog(page)
    .getByLabel("Code from the mail")
    .fill(await latestCode(emailOf("finance"), since));
  await page.keyboard.press("Enter");
  await expect(page.getByText("We sent 6 digits to finance2@crossriverpay.example.")).toBeVisible();
});
