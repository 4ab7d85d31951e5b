import "server-only";

/**
 * Rules for every call, and how to use the admin API. Shown at /api/v1/docs and repeated in docs/api.md, which guide.test.ts
 * compares. `backticks` are code.
 */
export const GUIDE: readonly { id: string; title: string; paragraphs: readonly string[] }[] = [
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "Admins call `/api/v1/*` with their session token as `Authorization: Bearer …`; a cookie alone does not authenticate. The citizen app's server calls `/api/v1/app/*` with a key of `APP_API_KEYS` as bearer token, and names the citizen that it acts for. Calls of `/api/v1/public/*` return published content to everyone and need neither.",
      "A session token is not valid for the citizen app's API, and a key is not valid elsewhere. Each admin call documents the right that it needs; without the right it returns 403.",
    ],
  },
  {
    id: "answers",
    title: "Responses and errors",
    paragraphs: [
      "A successful response is `{ status, message, data }` with status 200, an error `{ status, message, code }`: `message` is a sentence for people, `code` is for programs. An error may have more fields: `fields` names each invalid input, with a sentence; `current` is the current record; `retry_after` is the seconds to wait, with 429 and 503 also in the header `Retry-After`; `sign_in` and `ended` belong to sign-in.",
      "Every response has an `X-Request-Id`, which is also in the log. A request may send its own (8 to 100 letters, digits, `-` or `_`). Files are returned without an envelope.",
      "Amounts are whole kobo: 250000 is ₦2,500. Instants are UTC, such as `2026-11-21T08:30:00.000Z`. Days are whole days in Africa/Lagos, such as `2026-11-21`.",
    ],
  },
  {
    id: "lists",
    title: "Lists",
    paragraphs: [
      "Lists of the dashboard take flat query parameters and reject unknown ones. `page` starts at 0; `size` is 20, 50 or 100, by default 20; `sort` is a column, with a leading minus for descending order; `q` searches. Each filter is a parameter: several values separated by commas (`state=submitted,acknowledged`), a switch as `true`, date ranges with both days included.",
      "A list returns `{ items, page, size, total, totalIsCapped }`. Above 10,000 matching rows, `total` is 10,000 and `totalIsCapped` is true, because counting would take longer than loading the page.",
    ],
  },
  {
    id: "idempotency",
    title: "Idempotency",
    paragraphs: [
      "`Idempotency-Key` identifies one request: 8 to 100 letters, digits, `-` or `_`, such as a UUID. A retry with the same key returns the first response and changes nothing, even if it is sent before the first response. Every write of the citizen app's API needs a key, and so does every admin call that moves money; other admin writes accept one.",
      "A key belongs to the admin or app that sent it and is stored for one day. With another call or body it is rejected (400). A rejected call does not use up its key. Responses of more than 60 KB are not stored: a retry is rejected with 409 and changes nothing. Secret responses, such as a download link or a revealed number, are not stored either: such a call runs again on each retry.",
    ],
  },
  {
    id: "versions",
    title: "Versions",
    paragraphs: [
      "Records that several clients can change have a `version`. A write sends the version that it is based on. If the record was saved since, the write is rejected with 409, and `current` is the current record: show what has changed, and send again with its version. Nothing is overwritten unseen.",
    ],
  },
  {
    id: "files",
    title: "Files",
    paragraphs: [
      "A file is sent as the whole body with its `Content-Type`: JPEG, PNG, WebP, HEIC, AVIF or, where documents are accepted, PDF, up to 10 MB. The server detects the type from the content. Send the response's `id` in the call that uses the file, within one day. An admin can upload 120 files an hour, an app 6,000.",
      "An export returns a link: `GET /api/v1/exports/{token}` works once, within 60 seconds, with the same session. A column that the session has no right to is empty, and its header names the feature: `Phone (hidden: needs User Management)`.",
    ],
  },
  {
    id: "limits",
    title: "Limits",
    paragraphs: [
      "A body has at most 64 KB, before sign-in at most 4 KB, and up to 1 MB in the few calls that take long lists. The number of names and values in it is limited to one per 16 bytes of that size, or 256 if that is more. It may be nested 64 levels deep. Path and query together may have 16 KB.",
      "An app can make `APP_RATE_LIMIT` calls a minute, by default 600. After wrong passwords, codes or links, the next attempt has to wait. Requests without a session are queued, and get 503 if the queue is full. Calls also get 503 while the database is unavailable or slow. Each of these errors states how long to wait.",
    ],
  },
  {
    id: "machines",
    title: "OpenAPI and TypeScript client",
    paragraphs: [
      "`/api/v1/openapi.json` is an OpenAPI 3.1 document: every call with its schemas, its right and its errors, generated from the contract that the server runs on. The app's server can use a TypeScript client generated from the same contract, in `docs/client` of the project. Operators set with `API_DOCS` who can read the document and the page: everyone, admins with a session (as bearer token or cookie), or nobody. It is compressed, and has an `ETag`.",
    ],
  },
];

const AS_ADMIN = '-H "Authorization: Bearer $TOKEN"';
const JSON_BODY = "-H 'Content-Type: application/json'";

export const ADMIN_EXAMPLES: readonly { title: string; text: string; commands: string }[] = [
  {
    title: "Sign in with the mailed code",
    text: "For `npm run launch`, in the project's folder, where mails are files in `.data/outbox`. A token is valid for 3 days; signing in elsewhere does not end it.",
    commands: `BASE=http://localhost:3000/api/v1
OUTBOX=.data/outbox
EMAIL=owner@crossriverpay.example
PASSWORD=Demo-CrossRiver-2026
uuid() { node -p 'crypto.randomUUID()'; }
pick() { node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).data'"$1"; }
touch "$OUTBOX.asked"
REFERENCE=$(curl -s "$BASE/auth/admin/login" ${JSON_BODY} \\
  -d '{ "email": "'$EMAIL'", "password": "'$PASSWORD'" }' | pick .reference)
until CODE=$(find "$OUTBOX" -name '*.eml' -newer "$OUTBOX.asked" -exec cat {} + | grep -oE 'sign-in code is [0-9]{6}'); do sleep 1; done
TOKEN=$(curl -s -X PATCH "$BASE/auth/admin/verify-token/sign-in" ${JSON_BODY} \\
  -d '{ "reference": "'$REFERENCE'", "token": "'\${CODE: -6}'" }' | pick .token)
curl -s "$BASE/users" ${AS_ADMIN}`,
  },
  {
    title: "Read a list with filters",
    text: "The open reports of one LGA, newest first. The second call is rejected with 400: `fields` explains what is wrong with each filter.",
    commands: `curl -s "$BASE/ireports?state=submitted,acknowledged&lga=Calabar%20Municipal&submitted_from=2026-01-01&sort=-submitted_at&size=50&page=0" ${AS_ADMIN}
curl -s "$BASE/ireports?state=lost&size=7" ${AS_ADMIN}`,
  },
  {
    title: "Create a record once, and change it with its version",
    text: "The department is created once, although the call is sent twice with the same Idempotency-Key. The second change sends an old version: 409, and `current` is the current department.",
    commands: `ONCE=$(uuid)
for TRY in 1 2; do
  DEPARTMENT=$(curl -s "$BASE/ireports/departments" ${AS_ADMIN} -H "Idempotency-Key: $ONCE" ${JSON_BODY} \\
    -d '{ "name": "Street lighting", "lead_id": null }' | pick .id)
  echo "$DEPARTMENT"
done
for NAME in 'Street lights' 'Lamps'; do
  curl -s -X PATCH "$BASE/ireports/departments/$DEPARTMENT" ${AS_ADMIN} -H "Idempotency-Key: $(uuid)" ${JSON_BODY} \\
    -d '{ "version": 1, "name": "'"$NAME"'", "lead_id": null }'
done
curl -s -X DELETE "$BASE/ireports/departments/$DEPARTMENT" ${AS_ADMIN} ${JSON_BODY} -d '{ "version": 2 }'`,
  },
  {
    title: "Export a list",
    text: "The filters are those of the list. The link works once.",
    commands: `LINK=$(curl -s "$BASE/ireports/export" ${AS_ADMIN} ${JSON_BODY} \\
  -d '{ "state": "submitted,acknowledged", "format": "csv" }' | pick .token)
curl -s "$BASE/exports/$LINK" ${AS_ADMIN}`,
  },
  {
    title: "Sign out",
    text: "The token is rejected from the next call on.",
    commands: `curl -s -X DELETE "$BASE/auth/admin/session" ${AS_ADMIN}`,
  },
];
