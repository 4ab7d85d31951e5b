import { expect, rows, test } from "./support/test";

const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

test("answers the dispute that is due next, with evidence, and records the bank's decision on another dispute", async ({
  page,
  as,
}) => {
  const token = await as("finance");
  await page.goto("/dashboard/transactions");
  await page.getByRole("link", { name: "Disputes" }).click();
  await expect(page).toHaveURL(/transactions\/disputes\?needs_answer=true/);
  // The list shows the late dispute first; the second one is due in a few hours.
  await expect(rows(page).first()).toContainText("late");
  await rows(page).nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Dispute about TRX-/);
  await expect(page.getByText("Receipt and record of the payment")).toBeVisible();

  await page.getByRole("button", { name: "Add evidence" }).click();
  const evidence = page.getByRole("dialog", { name: "Add evidence" });
  await evidence.getByLabel("Text (optional)").fill("Token 4711 was delivered to the customer’s phone");
  await evidence.getByRole("button", { name: "Add" }).click();
  await expect(evidence).toBeHidden();
  await expect(page.getByText("Token 4711 was delivered").first()).toBeVisible();
  await page.getByRole("button", { name: "Add evidence" }).click();
  await evidence
    .getByLabel("Choose file: File")
    .setInputFiles({ name: "Signed note.pdf", mimeType: "application/pdf", buffer: Buffer.from(PDF) });
  await expect(evidence.getByText("Signed note.pdf · sent")).toBeVisible();
  await evidence.getByRole("button", { name: "Add", exact: true }).click();
  await expect(evidence).toBeHidden();
  await expect(page.getByRole("button", { name: "Download Signed note.pdf" })).toBeVisible();

  await page.getByRole("button", { name: "Accept or contest" }).click();
  const answer = page.getByRole("dialog", { name: /^Answer the dispute about/ });
  await answer.getByLabel("Answer", { exact: true }).selectOption("contest");
  await answer.getByLabel("Message to the bank").fill("The token was delivered and used on the same day");
  await answer.getByRole("button", { name: "Send the answer" }).click();
  await expect(answer).toBeHidden();
  await expect(page.getByText("Contested").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept or contest" })).toBeHidden();
  await page.getByRole("link", { name: /^TRX-/ }).click();
  await expect(page.getByText("Dispute of the payer's bank")).toBeVisible();

  const call = async <Data>(path: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await page.request.get(`/api/v1/transactions/disputes${path}`, { headers });
    return (await response.json()).data;
  };
  const { items } = await call<{ items: { id: string; outcome: string | null }[] }>("?state=resolved&size=100");
  const disputes = await Promise.all(
    items
      .filter(({ outcome }) => outcome === "won")
      .map(({ id }) => call<{ id: string; can_record: boolean }>(`/${id}`)),
  );
  const dispute = disputes.find(({ can_record }) => can_record);
  expect(dispute, "a dispute won that is not recorded yet").toBeDefined();
  await page.goto(`/dashboard/transactions/disputes/${dispute?.id}`);
  await page.getByRole("button", { name: "Record it" }).click();
  await expect(page.getByText("Dispute won").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Record it" })).toBeHidden();
});
