import { vi } from "vitest";

type RecordAnswer<R> = { status: number; message?: string; data?: unknown; current?: R; fields?: object };

/** The signed-in admin of `stubRecordApi`. */
export const TEST_ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Civic Officer",
  email: "civic@crossriverpay.example",
};

/**
 * Stubs an API in which an admin may update a record. `sent` collects the saved inputs. A save responds with the next of `answers`;
 * if none is left, with the record as sent.
 * @param otherReads returns other data of the module by URL, or undefined for an unknown URL
 */
export function stubRecordApi<R extends object>(
  feature: string,
  record: R,
  otherReads: (url: string) => unknown = () => {},
) {
  const api = {
    sent: [] as Record<string, unknown>[],
    answers: [] as RecordAnswer<R>[],
    rights: { read: true, update: true } as object,
  };
  const answer = ({ status, message = "", ...rest }: RecordAnswer<R>) =>
    Response.json({ status, message, ...rest }, { status });
  const okAnswer = (data: unknown) => answer({ status: 200, data });
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/access")) return okAnswer({ features: [{ name: feature, access: api.rights }] });
    if (url.endsWith("/users")) return okAnswer({ ...TEST_ADMIN, first_name: "Civic", last_name: "Officer" });
    const otherData = await otherReads(url);
    if (otherData !== undefined) return otherData instanceof Response ? otherData : okAnswer(otherData);
    if (init.method === "GET") return okAnswer({ items: [] });
    api.sent.push(JSON.parse(String(init.body)));
    return answer(api.answers.shift() ?? { status: 200, data: { ...record, ...api.sent.at(-1), version: 9 } });
  });
  return api;
}
