/** Text of a push and the page it is about. A push replaces an earlier push with the same tag, so each record has its own tag. */
export type PushMessage = { title: string; body: string; path: string; tag: string };

/** Matches the id of an identity request. None of the allowed characters can change the URL's path. */
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/**
 * A page of the dashboard with its search. The path has no dots and escapes, because `..` and `%2e%2e` could lead to another page. The
 * search may contain them.
 */
const PATH_PATTERN = /^\/dashboard(?=.{0,500}$)(?:\/[\w-]+)*(?:\?[\w/?=&%.~!'()*-]*)?$/;

/**
 * Parses the data of a push: category `kyc` (specification section 3) opens an identity request, `notice` opens the page in its data.
 * @returns null for other categories and for malformed data.
 */
export function parsePushMessage(data: unknown): PushMessage | null {
  const { title, body, category, ...target } = toRecord(parseJson(toRecord(data).category_data));
  const path = category === "kyc" ? kycPath(target.request_id) : category === "notice" ? noticePath(target.path) : null;
  if (path === null || typeof title !== "string" || !title.trim() || typeof body !== "string") return null;
  // Adds the record's id to the tag, so that pushes about several records of one page, such as a list, do not replace each other.
  const tag = typeof target.record_id === "string" ? `${path} ${target.record_id}` : path;
  return { title, body, path, tag };
}

const kycPath = (id: unknown) =>
  typeof id === "string" && REQUEST_ID_PATTERN.test(id) ? `/dashboard/kyc-management/${id}` : null;
const noticePath = (path: unknown) => (typeof path === "string" && PATH_PATTERN.test(path) ? path : null);

/** Returns true if a window with this URL shows the page. If `path` has no search, the URL may have any search, such as `?tab=wallet`. */
export function isPageShownAtUrl(url: string, path: string): boolean {
  const { pathname, search } = new URL(url);
  return path === pathname || path === pathname + search;
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
