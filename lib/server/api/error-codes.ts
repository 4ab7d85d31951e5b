import "server-only";

type ErrorDescription = { status: number; code: string; when: string; remedy: string };

/**
 * Every error code of the API, with a description for developers of clients. End users read the error's `message` instead. Shown at
 * /api/v1/docs and in docs/api.md. guide.test.ts compares the list with the codes that the server sends.
 */
export const ERROR_CODES: readonly ErrorDescription[] = [
  {
    status: 400,
    code: "BAD_REQUEST",
    when: "The input is invalid; `fields` names each invalid field. Or an Idempotency-Key is missing, or was used for another request.",
    remedy: "Correct the input, or show the sentences at the fields.",
  },
  {
    status: 400,
    code: "CODE",
    when: "The mailed sign-in code is wrong or older than 10 minutes, or this sign-in has ended.",
    remedy: "Enter the newest code, request another, or sign in again.",
  },
  {
    status: 400,
    code: "CODE_SPENT",
    when: "The fifth wrong attempt at a mailed code.",
    remedy: "Request a new code.",
  },
  {
    status: 400,
    code: "REFERENCE",
    when: "A mailed link or a setup key is wrong, was used, or is too old.",
    remedy: "Request a new one.",
  },
  {
    status: 400,
    code: "PROOF",
    when: "A proof of identity, the first code of an authenticator app or the current password is wrong.",
    remedy: "Show the sentence at the field. Try again, or request a new code.",
  },
  {
    status: 401,
    code: "UNAUTHORIZED",
    when: "No session or key, or one that is not valid here; `ended` states why a session ended.",
    remedy: "Sign in again; the citizen app's server sends its current key as bearer token.",
  },
  {
    status: 401,
    code: "CREDENTIALS",
    when: "Email or password is wrong. With `retry_after`, the next attempt has to wait.",
    remedy: "Check both. Wait `retry_after` seconds.",
  },
  {
    status: 403,
    code: "FORBIDDEN",
    when: "The right is missing, or admins can't do this to their own account or request.",
    remedy: "Don't retry. A full administrator can grant rights.",
  },
  {
    status: 403,
    code: "PROOF_NEEDED",
    when: "The call needs a proof of identity that is at most 15 minutes old, and this session has none.",
    remedy: "Prove it with `PATCH /auth/admin/proof`, then retry with the same Idempotency-Key.",
  },
  {
    status: 403,
    code: "KEY_LIMITED",
    when: "The key of the citizen app's server is limited to groups of calls, and this call is in another one; the message names both.",
    remedy: "Use another key, or let an admin change the key in App Configurations, Notifications, App keys.",
  },
  {
    status: 404,
    code: "NOT_FOUND",
    when: "No such call, record or citizen, or the record belongs to another citizen.",
    remedy: "Don't retry.",
  },
  {
    status: 404,
    code: "NOTHING_WAITS",
    when: "The next request or report was requested, and none is waiting.",
    remedy: "Try again later.",
  },
  {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    when: "A method that the path does not support; in the public API anything but GET, HEAD and OPTIONS.",
    remedy: "Use a method of the header `Allow`.",
  },
  {
    status: 409,
    code: "CONFLICT",
    when: "The record has changed, and `current` is the current record; or its state does not allow this, such as a closed account. Or a retry whose first response was longer than 60 KB: the call took effect, but its response is not stored.",
    remedy: "Read again, then decide.",
  },
  {
    status: 409,
    code: "DONE_BEFORE",
    when: "A retry with the Idempotency-Key of a call that made an app key or a webhook secret. The call took effect, but its secret is not stored.",
    remedy: "Read the list, then rotate the key or secret that was made.",
  },
  {
    status: 409,
    code: "NAME_TAKEN",
    when: "An admin's name looks like that of another admin, if letters that are easily confused count as equal.",
    remedy: "Add a middle name or an initial; the message has an example.",
  },
  {
    status: 409,
    code: "LIMIT_EXCEEDED",
    when: "A wallet would spend more in a day, or have a higher balance, than its tier allows. The message names the limit, what is left of it today, and the tier that has a higher one.",
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
    when: "The body is larger than the call accepts, or a file larger than 10 MB.",
    remedy: "Send less per request.",
  },
  {
    status: 414,
    code: "URI_TOO_LONG",
    when: "Path and query are longer than 16 KB.",
    remedy: "Request less per call.",
  },
  {
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    when: "A body that is not `application/json`, or a file of an unsupported type.",
    remedy: "Send JSON, JPEG, PNG, WebP, HEIC, AVIF or PDF, as documented for the call.",
  },
  {
    status: 422,
    code: "UNUSABLE_FILE",
    when: "A file of a supported type, but broken, encrypted, or with too many pages or pixels.",
    remedy: "Send another file.",
  },
  {
    status: 429,
    code: "TOO_MANY_REQUESTS",
    when: "More attempts, files or calls than the limit; after a sign-in, `sign_in` may state where to enter a code.",
    remedy: "Wait `retry_after` seconds, then retry with the same Idempotency-Key.",
  },
  {
    status: 422,
    code: "PROVIDER_REFUSED",
    when: "The payment provider has refused what was requested; the message has its reason.",
    remedy: "Correct what the message names. Nothing was paid.",
  },
  {
    status: 503,
    code: "PROVIDER_UNAVAILABLE",
    when: "The payment provider's answer is unknown: it did not answer, or with a fault. A begun payment stays open.",
    remedy: "Wait `retry_after` seconds, then retry with the same Idempotency-Key.",
  },
  {
    status: 500,
    code: "INTERNAL_SERVER_ERROR",
    when: "A fault of the server.",
    remedy: "Retry once with the same Idempotency-Key; if it fails again, report its X-Request-Id.",
  },
  {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    when: "The database is unavailable or slow, or too many requests are waiting.",
    remedy: "Wait `retry_after` seconds, then retry with the same Idempotency-Key.",
  },
  {
    status: 503,
    code: "APP_KEYS_UNSET",
    when: "The citizen app's API is disabled: there is no key.",
    remedy: "Let an admin make one in App Configurations, Notifications, App keys.",
  },
  {
    status: 503,
    code: "PUSH_UNAVAILABLE",
    when: "Push notifications are not set up, or Firebase can't be reached.",
    remedy: "Ask operations to check the FIREBASE settings.",
  },
  {
    status: 503,
    code: "MAIL_UNAVAILABLE",
    when: "A test mail was requested, and the mail server did not accept it.",
    remedy: "Ask operations to check SMTP_URL; the message has the mail server's answer.",
  },
];
