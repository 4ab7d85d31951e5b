import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  EXPECTED_MATCHES,
  HARD_TO_FIND_PEOPLE,
  PASTED_EMAILS,
  PASTED_PHONES,
  PASTED_REFERENCES,
  SEARCHES_WITHOUT_RESULT,
} from "@/lib/server/testing/real-people";
import { referencesIn } from "./search-terms";

let app: TestApp;
let token: string;
const fullNames = HARD_TO_FIND_PEOPLE.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

beforeAll(async () => {
  app = await startTestApp({ connections: 1 });
  ({ token } = await makeAdmin(app));
  for (const person of HARD_TO_FIND_PEOPLE) {
    await makeKycRequest(app, person);
    await makeUser(app, person);
  }
  const user = await makeUser(app, { firstName: "Zara", phone: "+2348030001234", email: "ada.obi@example.com" });
  await makeKycRequest(app, { reference: "KYC-000302", firstName: "Zara", phone: "+2348030001234", userId: user.id });
});
afterAll(() => app.stop());

async function namesFound(path: string, search: string): Promise<string[]> {
  const answer = await app.call("GET", `${path}?q=${encodeURIComponent(search)}&size=100`, { token });
  expect(answer.status).toBe(200);
  expect(answer.json.data.total).toBe(answer.json.data.items.length);
  return answer.json.data.items.map(({ name }: { name: string }) => name);
}

describe.each([
  ["KYC requests", "/kyc"],
  ["users", "/user-management/users"],
])("searching the list of %s for people", (_list, path) => {
  it.each(EXPECTED_MATCHES)("the search finds the person for %s", async (searchText, person) => {
    expect(await namesFound(path, searchText)).toEqual([fullNames[person]]);
  });

  it.each(fullNames)("the search finds %s by the full name that the list shows", async (name) => {
    expect(await namesFound(path, name)).toEqual([name]);
  });

  it.each(SEARCHES_WITHOUT_RESULT)("the search finds nobody for %s", async (searchText) => {
    expect(await namesFound(path, searchText)).toEqual([]);
  });

  it.each([...PASTED_PHONES, ...PASTED_EMAILS])(
    "the search finds the person for the pasted phone or email %j",
    async (searchText) => {
      expect(await namesFound(path, searchText)).toEqual([expect.stringContaining("Zara")]);
    },
  );
});

it.each(PASTED_REFERENCES)(
  "the search of KYC requests finds the request for the pasted reference %j",
  async (searchText) => {
    expect(await namesFound("/kyc", searchText)).toEqual([expect.stringContaining("Zara")]);
  },
);

it.each([
  ["trx 019ac01ffe3b", ["TRX-019AC01FFE3B"]],
  ["(TKT–019AC01FFE3B)", ["TKT-019AC01FFE3B"]],
  ["ORD019AC01FFE3B", ["ORD-019AC01FFE3B"]],
  ["Refund RFD-019AC01FFE3B of TRX-1", ["RFD-019AC01FFE3B"]],
  ["ir 12", ["IR-12", "IR-000012"]],
  ["WAL-0000012", ["WAL-0000012", "WAL-000012"]],
  ["Ref. no.: gra_019ac01ffe3b", ["GRA-019AC01FFE3B"]],
  ["PAY 019AC01FFE3B.", ["PAY-019AC01FFE3B"]],
  ["Pay Day", null],
  ["Ita Ord-Smith", null],
  ["KYC", null],
  ["Mkyc-000302", null],
])("referencesIn finds the references in the search text %j", (searchText, references) => {
  expect(referencesIn(searchText)).toEqual(references);
});

it("referencesIn finds only references with one of the given prefixes", () => {
  expect(referencesIn("KYC-000302", "TRX", "RFD")).toBeNull();
});
