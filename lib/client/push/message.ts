/** Text of a push and the page it is about. */
export type PushMessage = { title: string; body: string; path: string };

/** Characters allowed in an id; none of them can change the URL's path. */
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/** Parses the data of a push (specification section 3). @returns null unless it is a well-formed one about `kyc` */
export function parsePush(data: unknown): PushMessage | null {
  const { title, body, category, request_id: id } = toRecord(parseJson(toRecord(data).category_data));
  if (category !== "kyc" || typeof title !== "string" || !title.trim() || typeof body !== "string") return null;
  if (typeof id !== "string" || !REQUEST_ID_PATTERN.test(id)) return null;
  return { title, body, path: `/dashboard/kyc-management/${id}` };
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function parseJson(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
