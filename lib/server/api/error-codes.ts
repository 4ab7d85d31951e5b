import "server-only";

type ErrorWords = { status: number; code: string; when: string; remedy: string };

/**
 * Every error code of the API, for developers of clients; an error's `message` is for end users. Shown at /api/v1/docs
 * and in docs/api.md; guide.test.ts compares it with what the server can send.
 */
export const ERRORS: readonly ErrorWords[] = [
  {
    status: 400,
    code: "BAD_REQUEST",
    when: "The input is not usable; `fields` says where. Or an Idempotency-Key is missing, or was used for another request.",
    remedy: "Mend the input, or show the sentences at the fields.",
  },
  {
    status: 400,
    code: "CODE",
    when: "The mailed sign-in code is wrong or older than 10 minutes, or this sign-in has ended.",
    remedy: "Enter the newest code, ask for another, or sign in again.",
  },
  {
    status: 400,
    code: "CODE_SPENT",
    when: "The fifth wrong code of a mail.",
    remedy: "Ask for a new code.",
  },
  {
    status: 400,
    code: "REFERENCE",
    when: "A mailed link or a setup key is wrong, was used, or is too old.",
    remedy: "Ask for a new one.",
  },
  {
    status: 400,
    code: "PROOF",
    when: "A proof of identity, a first code of an authenticator app or the current password is not right.",
    remedy: "Show the sentence at the field. Try again, or ask for a new code.",
  },
  {
    status: 401,
    code: "UNAUTHORIZED",
    when: "No session or key, or one that is not valid here; `ended` says why a session ended.",
    remedy: "Sign in again; the citizen app's server sends a key of APP_API_KEYS as bearer.",
  },
  {
    status: 401,
    code: "CREDENTIALS",
    when: "Email or password is wrong; with `retry_after` the next try has to wait.",
    remedy: "Check both. Wait so many seconds.",
  },
  {
    status: 403,
    code: "FORBIDDEN",
    when: "The right is missing, or nobody may do this to their own account or request.",
    remedy: "Don't repeat. A full administrator gives rights.",
  },
  {
    status: 403,
    code: "PROOF_NEEDED",
    when: "The call takes a proof of identity that is at most 15 minutes old, and this session has none.",
    remedy: "Prove it with `PATCH /auth/admin/proof`, then repeat with the same Idempotency-Key.",
  },
  {
    status: 404,
    code: "NOT_FOUND",
    when: "No such call, record or citizen, or not one of this citizen's.",
    remedy: "Don't repeat.",
  },
  {
    status: 404,
    code: "NOTHING_WAITS",
    when: "The next request or report was asked for, and none waits.",
    remedy: "Ask again later.",
  },
  {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    when: "A method that the path does not take; at the public door anything but GET, HEAD and OPTIONS.",
    remedy: "Use one that `Allow` names.",
  },
  {
    status: 409,
    code: "CONFLICT",
    when: "The record changed, `current` is how it stands now; or it is in no state for this, such as a closed account. Or a repeat whose first answer was longer than 60 KB: it was done, and is not answered twice.",
    remedy: "Read again, then decide.",
  },
  {
    status: 409,
    code: "NAME_TAKEN",
    when: "An admin's name looks like that of another admin, with letters that are easily confused taken as one.",
    remedy: "Add a middle name or an initial; the message has an example.",
  },
  {
    status: 409,
    code: "LIMIT_EXCEEDED",
    when: "A wallet would spend more in a day, or hold more, than its tier may. The message names the limit, what is left of it today, and the tier that has more.",
    remedy: "Offer an identity request for that tier, or a smaller amount.",
  },
  {
    status: 410,
    code: "DOWNLOAD_LINK",
    when: "A download link was used, is older than 60 seconds, or belongs to another session.",
    remedy: "Export again.",
  },
  {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    when: "The body is larger than the call takes, or a file larger than 10 MB.",
    remedy: "Send less at once.",
  },
  {
    status: 414,
    code: "URI_TOO_LONG",
    when: "Path and query are longer than 16 KB.",
    remedy: "Ask for less at once.",
  },
  {
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    when: "A body that is not `application/json`, or a file of a kind that is not taken.",
    remedy: "Send JSON, JPEG, PNG, WebP, HEIC, AVIF or PDF, as the call says.",
  },
  {
    status: 422,
    code: "UNUSABLE_FILE",
    when: "A file of a kind that is taken, but broken, encrypted, or with too many pages or pixels.",
    remedy: "Send another file.",
  },
  {
    status: 429,
    code: "TOO_MANY_REQUESTS",
    when: "More tries, files or calls than the limit; after a sign-in `sign_in` may say where a code is entered.",
    remedy: "Wait `retry_after` seconds, then repeat with the same Idempotency-Key.",
  },
  {
    status: 500,
    code: "INTERNAL_SERVER_ERROR",
    when: "A fault of the server.",
    remedy: "Repeat once with the same Idempotency-Key; if it fails again, report its X-Request-Id.",
  },
  {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    when: "The database is away or slow, or too many others ask.",
    remedy: "Wait `retry_after` seconds, then repeat with the same Idempotency-Key.",
  },
  {
    status: 503,
    code: "APP_KEYS_UNSET",
    when: "The citizen app's door is closed: no key is set.",
    remedy: "Ask operations to set APP_API_KEYS.",
  },
  {
    status: 503,
    code: "PUSH_UNAVAILABLE",
    when: "Push notifications are not set up, or Firebase can't be reached.",
    remedy: "Ask operations to look at the FIREBASE settings.",
  },
];
