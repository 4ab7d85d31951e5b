import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { latestCode } from "./support/mail";
import { apiSignIn, emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

// Adds a virtual authenticator of Chromium, which confirms every use of a passkey.
async function addPasskeyDevice(page: Page) {
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
  /** Sets whether the virtual authenticator confirms the user's identity. */
  const setVerified = (isUserVerified: boolean) =>
    client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { setVerified };
}

/** Signs in through the API by a mailed code, which is no proof of identity for an admin with a passkey. */
async function signInWithoutProof(page: Page) {
  const token = await apiSignIn(page.request, "support");
  await page.context().addCookies([{ name: "cross-riv-token", value: token, url: page.url() }]);
}

/** Matches the console error for a request that the API refused, because the session has no recent proof of identity. */
const REFUSED_REQUEST = /403 .*\/auth\/admin\/email/;

const password = "Demo-CrossRiver-2026";
const proofDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

test("adds a passkey, uses it to confirm identity without losing typed input, and signs in with it", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(REFUSED_REQUEST);
  const { setVerified } = await addPasskeyDevice(page);
  await as("support");
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await page.getByLabel("Name").fill("Work laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Work laptop" })).toBeVisible();

  // A sign-in by mailed code is no proof of identity for an admin with a passkey.
  await signInWithoutProof(page);
  await page.reload();
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("ofem@crossriverpay.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await setVerified(false);
  await proofDialog(page).getByRole("button", { name: "Use a passkey" }).press("Enter");
  await expect(proofDialog(page).getByRole("alert")).toContainText("No passkey was used");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("New email")).toHaveValue("ofem@crossriverpay.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await setVerified(true);
  await proofDialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(proofDialog(page)).toBeHidden();
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

test("sets up and uses an authenticator app and recovery codes; without them a mailed code is the proof of identity", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/400 .*\/auth\/admin\/keys\/authenticator/, REFUSED_REQUEST);
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
  const recoveryCode = String(await codes.getByRole("listitem").first().textContent());
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 of 10 left")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/auth/login?next=/dashboard/account");
  await page.getByLabel("Email").fill(emailOf("viewer"));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("9 of 10 left")).toBeVisible();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByText("You have not set up an app yet.")).toBeVisible();

  await test.step("asks for a mailed code as proof of identity, then sends the refused change again", async () => {
    // Stubs the response for a session whose proof of identity is too old.
    await page.route("**/api/v1/auth/admin/email", async (route) => {
      const message = "This needs a proof of identity.";
      await route.fulfill({ status: 403, json: { status: 403, code: "PROOF_NEEDED", message } });
      await page.unroute("**/api/v1/auth/admin/email");
    });
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill("viewer2@crossriverpay.example");
    const startedAt = Date.now();
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(proofDialog(page).getByText(`We sent 6 digits to ${emailOf("viewer")}.`)).toBeVisible();
    await proofDialog(page)
      .getByLabel("Code from the mail")
      .fill(await latestCode(emailOf("viewer"), startedAt));
    await page.keyboard.press("Enter");
    await expect(page.getByText("We sent 6 digits to viewer2@crossriverpay.example.")).toBeVisible();
  });
});
