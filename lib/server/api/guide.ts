import "server-only";

/**
 * Rules for every call, and how to use the admin API. Shown at /api/v1/docs and repeated in docs/api.md, which guide.test.ts
 * compares. `backticks` are code.
 */
export const GUIDE: readonly { id: string; title: string; paragraphs: readonly string[] }[] = [
  {
    id: "doors",
    title: "Three doors",
    paragraphs: [
      "Admins use `/api/v1/*` with their session's token as `Authorization: Bearer …`; a cookie alone opens nothing. The citizen app's server uses `/api/v1/app/*` with a key of `APP_API_KEYS` as bearer, and names the citizen that it acts for. Anyone reads what is published at `/api/v1/public/*`, with neither.",
      "A token opens nothing at the app's door, a key nothing elsewhere. A call of an admin says which right it needs; without it the answer is 403.",
    ],
  },
  {
    id: "answers",
    title: "Answers and refusals",
    paragraphs: [
      "An answer is `{ status, message, data }` with status 200, a refusal `{ status, message, code }`: `message` is a sentence for people, `code` is for programs. A refusal may have more: `fields` names each input that is wrong, with a sentence; `current` is the record as it is now; `retry_after` is the seconds to wait, with 429 and 503 also as the header `Retry-After`; `sign_in` and `ended` belong to signing in.",
      "Each answer has an `X-Request-Id`, under which the log has the call. Send one of your own (8 to 100 letters, digits, `-` or `_`) and it is kept. A file is answered as itself, without an envelope.",
      "Amounts are whole kobo: 250000 are ₦2,500. Instants are UTC, as in `2026-11-21T08:30:00.000Z`. Days are whole days in Africa/Lagos, as in `2026-11-21`.",
    ],
  },
  {
    id: "lists",
    title: "Lists",
    paragraphs: [
      "A list of the dashboard takes flat query keys and refuses those that it does not know. `page` counts from 0; `size` is 20, 50 or 100, and 20 unless told; `sort` is a column, with a leading minus for the greatest or newest first; `q` searches. Each filter is a key of its own: several values with commas between (`state=submitted,acknowledged`), a switch as `true`, days with both ends included.",
      "It answers `{ items, page, size, total, totalIsCapped }`. Above 10,000 `total` is 10,000 and `totalIsCapped` is true, since counting would cost more than the page.",
    ],
  },
  {
    id: "idempotency",
    title: "The same request twice",
    paragraphs: [
      "`Idempotency-Key` is a name that you give to one request: 8 to 100 letters, digits, `-` or `_`, such as a UUID. A repeat with it, also one that comes while the first is under way, gets the first answer and does nothing again. Every write at the app's door needs one, and so does each call of an admin that moves money; other writes of an admin take one.",
      "A key belongs to the admin or app that sent it, and is kept for a day. With another call or another body it is refused (400). A refused call uses no key up. An answer of more than 60 KB is not kept: its repeat is refused with 409 and does nothing. Nor is an answer that is a secret, such as a download link or a revealed number: such a call is done again each time.",
    ],
  },
  {
    id: "versions",
    title: "Versions",
    paragraphs: [
      "Where several may change a record, its answer has a `version`, and a write names the version that it was made from. If somebody saved since, it is refused with 409 and `current`, the record as it is now: show what has changed, and send again with its version. Nothing is overwritten unseen.",
    ],
  },
  {
    id: "files",
    title: "Files",
    paragraphs: [
      "A file is sent as the whole body with its own `Content-Type`: JPEG, PNG, WebP, HEIC, AVIF or, where documents are taken, PDF, up to 10 MB. What it is, is told from its content. The answer's `id` is named by the call that uses the file, within a day. An admin sends 120 files an hour, an app 6,000.",
      "An export answers a link: `GET /api/v1/exports/{token}`, once, within 60 seconds, with the same session. A column that the session's rights do not show is empty, and its header says which feature it needs: `Phone (hidden: needs User Management)`.",
    ],
  },
  {
    id: "limits",
    title: "Limits",
    paragraphs: [
      "A body has 64 KB at most, 4 KB where nobody is signed in yet, and up to 1 MB for the few calls that take long lists. It has at most one name or value for each 16 bytes of that, and at least 256, and is nested 64 deep at most. Path and query have 16 KB together.",
      "An app makes `APP_RATE_LIMIT` calls a minute, 600 unless set. Wrong passwords, codes and links make the next try wait. What is asked for without a session stands in a line; who finds it full gets 503. So does a call that needs the database while it is away or slow. Each of these says how long to wait.",
    ],
  },
  {
    id: "machines",
    title: "For machines",
    paragraphs: [
      "`/api/v1/openapi.json` is OpenAPI 3.1: every call with its shapes, its right and its refusals, made from what the server runs on. The app's server can take a TypeScript client that is made from the same, in `docs/client` of the project. Operators choose with `API_DOCS` who reads this document and the page: anyone, admins with a session (as bearer or cookie), or nobody. It is compressed, and has an `ETag`.",
    ],
  },
];

const AS_ADMIN = '-H "Authorization: Bearer $TOKEN"';
const JSON_BODY = "-H 'Content-Type: application/json'";

export const ADMIN_EXAMPLES: readonly { title: string; text: string; commands: string }[] = [
  {
    title: "Sign in with the mailed code",
    text: "For `npm run launch`, in the project's folder, where mails are files in `.data/outbox`. A token holds for 3 days; signing in elsewhere does not end it.",
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
    text: "The open reports of one LGA, those that came last first. The second call is refused with 400: `fields` says what is wrong with which filter.",
    commands: `curl -s "$BASE/ireports?state=submitted,acknowledged&lga=Calabar%20Municipal&submitted_from=2026-01-01&sort=-submitted_at&size=50&page=0" ${AS_ADMIN}
curl -s "$BASE/ireports?state=lost&size=7" ${AS_ADMIN}`,
  },
  {
    title: "Change a record, once and from the version that was read",
    text: "The department is made once, though it is asked for twice with the same Idempotency-Key. The second change names a version that is no longer the newest: 409, and `current` is the department as it is now.",
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
    title: "Download what a list shows",
    text: "The filters are those of the list. The link works once.",
    commands: `LINK=$(curl -s "$BASE/ireports/export" ${AS_ADMIN} ${JSON_BODY} \\
  -d '{ "state": "submitted,acknowledged", "format": "csv" }' | pick .token)
curl -s "$BASE/exports/$LINK" ${AS_ADMIN}`,
  },
  {
    title: "Sign out",
    text: "The token is refused from the next call on.",
    commands: `curl -s -X DELETE "$BASE/auth/admin/session" ${AS_ADMIN}`,
  },
];
