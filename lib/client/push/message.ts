/** Text of a push and the page it is about. */
export type PushMessage = { title: string; body: string; path: string };

/** Characters of an id, none of which can change the path. */
const ID = /^[\w-]{1,64}$/;

/**
 * Parses the data of a push (specification section 3); only category `kyc` is handled.
 * @returns null for other categories and for malformed data.
 */
export function readPush(data: unknown): PushMessage | null {
  const { title, body, category, request_id: id } = fieldsOf(parsed(fieldsOf(data).category_data));
  if (category !== "kyc" || typeof title !== "string" || !title.trim() || typeof body !== "string") return null;
  if (typeof id !== "string" || !ID.test(id)) return null;
  return { title, body, path: `/dashboard/kyc-management/${id}` };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
