import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
  scoreTwice,
} from "@/lib/server/testing/grants";
import { bankAccountColumns, makeBankPayoutMethod } from "@/lib/server/testing/payouts";
import { ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let programme: Awaited<ReturnType<typeof makeGrantProgramme>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makeBankPayoutMethod(app);
  programme = await makeGrantProgramme(app, admin, {});
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.stop());

async function ready(values: object = bankAccountColumns("0123456789")) {
  const { id } = await makeGrantApplication(app, programme, { state: "shortlisted", ...values });
  await scoreTwice(app, id, [60, 80]);
  return readGrantApplication(app, id);
}
const withName = (accountName: string) => ({ ...bankAccountColumns("0123456789"), accountName });
type Application = Awaited<ReturnType<typeof ready>>;

const approve = async ({ id, version }: Application, more: object = {}) => {
  const { json } = await app.call("POST", "/grants/applications/decisions", {
    token: admin.token,
    headers: { "idempotency-key": uuid() },
    body: { decision: "approve", applications: [{ id, version, ...more }] },
  });
  return json.data.results[0] as { done: boolean; message: string };
};
const nameOf = async ({ id }: Application) =>
  (await app.call("GET", `/grants/applications/${id}/account-name`, { token: admin.token })).json.data;
const auditTextOf = async ({ id }: Application) => (await app.audit(id))[0]?.after?.account_name;
const atBank = (answer: () => Promise<string | null>) =>
  vi.spyOn(simulatedProvider, "accountName").mockImplementation(answer);

describe("the name at the bank before an approval", () => {
  it("treats the account name at the bank as equal to the applicant's if only word order or case differ, and audits the result without the name", async () => {
    const application = await ready(withName("Ọkọ O'Neill Amaka"));
    atBank(async () => "AMAKA ONEILL OKO");
    expect(await nameOf(application)).toEqual({
      result: "equal",
      name_at_bank: "AMAKA ONEILL OKO",
      expected: "Ọkọ O'Neill Amaka",
    });
    expect(await approve(application)).toMatchObject({ done: true });
    expect(await auditTextOf(application)).toBe("as expected");
  });

  it("requires the admin to confirm an account name at the bank that differs from the applicant's, and audits the confirmation", async () => {
    const application = await ready(withName("Amaka Oko"));
    atBank(async () => "BLESSING OKORO");
    expect((await nameOf(application)).result).toBe("differs");
    const refused = await approve(application);
    expect([refused.done, refused.message]).toEqual([false, expect.stringContaining("BLESSING OKORO's at the bank")]);
    expect((await approve(application, { account_name: "ANOTHER NAME" })).done).toBe(false);
    expect((await approve(application, { account_name: "BLESSING OKORO" })).done).toBe(true);
    expect(await auditTextOf(application)).toBe("differs, confirmed by the admin");
  });

  it("requires the admin to confirm an approval if the bank does not know the account", async () => {
    const application = await ready();
    atBank(async () => {
      throw new ProviderRejection("Paystack", "no such account");
    });
    expect((await approve(application)).message).toMatch(/no account with this number/);
    expect((await approve(application, { account_name: "" })).done).toBe(true);
  });

  it("approves an application without the account name at the bank if the provider does not answer, and requests the name only once", async () => {
    const application = await ready();
    const asked = atBank(async () => {
      throw new ProviderUnavailable("Paystack", "timeout");
    });
    expect((await nameOf(application)).result).toBe("not_checked");
    asked.mockClear();
    expect((await approve(application)).done).toBe(true);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await auditTextOf(application)).toMatch(/^not checked/);
  });

  it("does not request the account name at the bank for an award paid to a wallet, or for a rejection", async () => {
    const asked = atBank(async () => "BLESSING OKORO");
    const wallet = await ready({});
    expect((await approve(wallet)).done).toBe(true);
    const { id, version } = await ready();
    await app.call("POST", "/grants/applications/decisions", {
      token: admin.token,
      body: { decision: "reject", reason: "Not complete", applications: [{ id, version }] },
    });
    expect(asked).not.toHaveBeenCalled();
  });
});
