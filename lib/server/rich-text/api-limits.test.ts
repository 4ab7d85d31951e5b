import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await makeAdmin(app));
});
afterAll(() => app.stop());

/** Returns the JSON of an announcement with this text as a string, because some texts are too deep for JSON.stringify. */
const announcement = (body: string) =>
  `{"draft":{"texts":{"en":{"title":"Hello","body":${body}}},"image_id":null,"image_alt":"","link":"","audience":"everybody","group_ids":[],"pinned":false}}`;
const create = (body: string, headers: Record<string, string> = {}) =>
  app.call("POST", "/content/entries/announcements", {
    token,
    raw: announcement(body),
    headers: { "content-type": "application/json", ...headers },
  });
const nestedLists = (levels: number) =>
  `{"type":"doc","content":[${'{"type":"blockquote","content":['.repeat(levels)}{"type":"paragraph"}${"]}".repeat(levels)}]}`;

it("a rich text of normal depth is stored, also with an Idempotency-Key", async () => {
  const text = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello"}]}]}';
  const answers = [await create(text), await create(text, { "idempotency-key": "rich-text-plain" })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it.each([30, 5_000, 25_000])(
  "a rich text that is %i levels deep is refused with a readable message",
  async (levels) => {
    const { status, json } = await create(nestedLists(levels));
    expect([status, json.message]).toEqual([400, expect.stringMatching(/^\p{Lu}.+\.$/u)]);
  },
);

it.each([30, 5_000, 25_000])(
  "refuses a rich text that is %i levels deep with an Idempotency-Key too",
  async (levels) => {
    const { status, json } = await create(nestedLists(levels), { "idempotency-key": `rich-text-deep-${levels}` });
    expect([status, json.message]).toEqual([400, expect.stringMatching(/^\p{Lu}.+\.$/u)]);
  },
);

it("a rich text of 100,000 nested lists is refused", async () => {
  const { status, json } = await create(`${"[".repeat(100_000)}${"]".repeat(100_000)}`, {
    "idempotency-key": "rich-text-lists",
  });
  expect([status, json.message]).toEqual([400, expect.stringMatching(/^\p{Lu}.+\.$/u)]);
});

it.each([
  ["a type that can't be said", '{"type":"doc","content":[{"type":{"toString":1,"valueOf":1}}]}'],
  ["a type that is a list", '{"type":"doc","content":[{"type":["paragraph"]}]}'],
  [
    "half a sign in a link",
    '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"https://a.example/\\ud800"}}]}]}]}',
  ],
  ["a node with a __proto__ key", '{"type":"doc","content":[{"type":"paragraph","__proto__":{"type":"script"}}]}'],
  ["HTML", '"<p>Hello</p>"'],
])("rejects an invalid rich text with the error at its own field: %s", async (_, body) => {
  const { status, json } = await create(body);
  expect(status).toBe(400);
  expect(Object.keys(json.fields ?? {})).toEqual(["draft.texts.en.body"]);
});
