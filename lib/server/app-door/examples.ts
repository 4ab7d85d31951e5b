import "server-only";

/**
 * Examples for the citizen app's API and the public API. Shown at /api/v1/docs and repeated in docs/citizen-app.md.
 * `isPublic`: the call needs no key.
 */
type Example = { title: string; text: string; commands: string; isPublic?: true };

const WITH_KEY = '-H "Authorization: Bearer $KEY"';
const ONCE = `${WITH_KEY} -H "Idempotency-Key: $(uuid)"`;
const JSON_BODY = "-H 'Content-Type: application/json'";

export const EXAMPLES: readonly Example[] = [
  {
    title: "Before the first call",
    text: "For `npm run launch`, in the project's folder. CITIZEN is one of the demo's citizens; a real app's server opens accounts and keeps their ids.",
    commands: `BASE=http://localhost:3000/api/v1
KEY=$(cat .data/app-key)
CITIZEN=019b76da-afb7-7382-afc4-c787ef06fa8f
uuid() { node -p 'crypto.randomUUID()'; }
pick() { node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).data'"$1"; }`,
  },
  {
    title: "Open an account, change it and close it",
    text: "`external_id` is your own id of the citizen. A repeat with the same data returns the same account; with other data it is refused with 409 and the account as `current`. The answer has the tier, its limits, what is left of them today, and `sessions_valid_from`: end every session that began before. Names and date of birth can change until the first identity request is approved. Names are letters of one script with apostrophes, hyphens, dots and spaces; digits, other signs and addresses are refused with 400. A new phone number is sent with `phone_verified_at`. Closing is refused with every obstacle in words.",
    commands: `MINE=$(uuid)
NEW=$(curl -s "$BASE/app/users" ${ONCE} ${JSON_BODY} -d '{
  "external_id": "'$MINE'", "first_name": "Bella", "last_name": "Bassey-Duke", "phone": "0703 555 4711",
  "date_of_birth": "1994-03-08", "gender": "female", "lga": "Calabar South" }' | pick .id)
curl -s "$BASE/app/users?external_id=$MINE" ${WITH_KEY}
curl -s -X PATCH "$BASE/app/users/$NEW" ${ONCE} ${JSON_BODY} \\
  -d '{ "version": 1, "email": "bella@example.com", "lga": "Ikom" }'
curl -s "$BASE/app/users/$NEW" ${WITH_KEY}
curl -s "$BASE/app/users/$NEW/closing" ${ONCE} ${JSON_BODY} -d '{ "version": 2 }'`,
  },
  {
    title: "What is published, for anyone",
    isPublic: true,
    text: "No key and no cookie. An answer holds for 30 seconds; who sends its ETag back gets a 304 without a body.",
    commands: `curl -i "$BASE/public/report-categories"
ETAG=$(curl -sI "$BASE/public/report-categories" | sed -n 's/^etag: *//Ip' | tr -d '\\r')
curl -i "$BASE/public/report-categories" -H "If-None-Match: $ETAG"`,
  },
  {
    title: "Read what is published",
    isPublic: true,
    text: "A language that has no text of its own answers with the English one and says so. next_change_at names the moment at which the clock alone changes the answer: ask again then.",
    commands: `for LIST in announcements slides culture faq terms privacy emergency-numbers languages; do
  curl -s "$BASE/public/$LIST"
done
curl -s "$BASE/public/announcements?language=efi"
curl -s "$BASE/public/languages/efi.json"`,
  },
  {
    title: "Say what a citizen read, looked for and accepted",
    text: "Announcements for groups come by this door alone, to their members. `required` says which terms the app has to ask about; what was looked for in the FAQ without a hit is noted without a name. Each release names the keys of texts that it uses.",
    commands: `curl -s "$BASE/app/announcements?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/acceptances?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/faq/searches" ${ONCE} ${JSON_BODY} -d '{ "q": "lost card" }'
curl -s "$BASE/app/languages/keys" ${ONCE} ${JSON_BODY} \\
  -d '{ "release": "2.1.0", "keys": ["home.title", "wallet.send.title"] }'`,
  },
  {
    title: "Send a photo",
    text: "The file itself is the body: JPEG, PNG, WebP, HEIC or AVIF, or PDF for identity documents, up to 10 MB. Send an iPhone photo as it is: HEIC is half the size of a JPEG. It waits a day for the report or request that names it.",
    commands: `PHOTO=$(curl -s "$BASE/app/uploads" ${ONCE} \\
  -H 'Content-Type: image/png' --data-binary @docs/kyc-review.png | pick .id)`,
  },
  {
    title: "File a report",
    text: "The place is an LGA, a point inside the state, or both. A retry with the same Idempotency-Key gets the first answer and files nothing.",
    commands: `CATEGORY=$(curl -s "$BASE/app/report-categories" ${WITH_KEY} | pick '.items[0].id')
REPORT=$(curl -s "$BASE/app/reports" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "category_id": "'$CATEGORY'", "title": "Street light is out",
  "text": "The light in front of the market has been out for a week.",
  "lat": 4.9757, "lng": 8.3417, "photos": ["'$PHOTO'"] }' | pick .id)
curl -s "$BASE/app/reports?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/reports/follow" ${WITH_KEY} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "ireport_id": "'$REPORT'" }'`,
  },
  {
    title: "File a report that names nobody",
    text: "A user_id beside anonymous: true is dropped unread. The code in the answer is the only way to follow the report: it is kept nowhere, so the app has to keep it.",
    commands: `CODE=$(curl -s "$BASE/app/reports" ${ONCE} ${JSON_BODY} -d '{
  "anonymous": true, "category_id": "'$CATEGORY'", "title": "Waste in the stream",
  "text": "Somebody empties a truck into the stream at night.", "lga": "Calabar South" }' | pick .code)
curl -s "$BASE/app/reports/follow" ${WITH_KEY} ${JSON_BODY} -d '{ "code": "'$CODE'" }'`,
  },
  {
    title: "Begin a payment and see how it stands",
    text: "Amounts are in kobo: 250000 are ₦2,500. `method` is the code of a payment method that is switched on.",
    commands: `PAYMENT=$(curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "type": "wallet_funding", "method": "card", "amount": 250000,
  "description": "Wallet funding" }' | pick .id)
curl -s "$BASE/app/payments/$PAYMENT?user_id=$CITIZEN" ${WITH_KEY}`,
  },
  {
    title: "Send money to another citizen",
    text: "SENDER is one of the demo's citizens who has money. Show the recipient's masked name and let the sender confirm it; `to_user_id` or `to_phone` names them. The fee is the sender's. A 409 with the code LIMIT_EXCEEDED names the limit of the tier, what of it is left today, and the tier that has more; what keeps a recipient from receiving is not said.",
    commands: `SENDER=019b76da-a85f-7110-8fed-25d93315b839
curl -s "$BASE/app/recipients?phone=07080004922" ${WITH_KEY}
curl -s "$BASE/app/transfers" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "to_phone": "0708 000 4922", "amount": 250000, "description": "School books" }'`,
  },
  {
    title: "Pay a bill or levy from the wallet",
    text: "With the code of the method that pays from wallets it is paid at once.",
    commands: `curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "type": "tax_and_levy", "method": "wallet", "amount": 100000, "description": "Market stall levy" }'`,
  },
  {
    title: "Withdraw to a bank account and see how it stands",
    text: "The money is reserved at once. When the bank has it, the withdrawal has succeeded; when the bank returns it, it has failed and the money is available again. Both are told by mail and push.",
    commands: `WITHDRAWAL=$(curl -s "$BASE/app/withdrawals" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "bank_code": "058", "account_number": "0123456789", "amount": 500000 }' | pick .id)
curl -s "$BASE/app/payments/$WITHDRAWAL?user_id=$SENDER" ${WITH_KEY}`,
  },
  {
    title: "Read a wallet, its transactions and a statement",
    text: "`available` is the balance without what is reserved for withdrawals. Lists go on with the `next_cursor` of the page before; null is the last page.",
    commands: `curl -s "$BASE/app/users/$SENDER/wallet" ${WITH_KEY}
NEXT=$(curl -s "$BASE/app/users/$SENDER/transactions?size=2" ${WITH_KEY} | pick .next_cursor)
curl -s "$BASE/app/users/$SENDER/transactions?size=2&cursor=$NEXT" ${WITH_KEY}
curl -s "$BASE/app/users/$SENDER/statement?from=2026-01-01&to=2026-12-31" ${WITH_KEY}`,
  },
  {
    title: "Ask what promotions a payment gets, and use one",
    text: "The best one is the first. Send `promotion` with the payment as the quote named it, and its `code` where one was typed: if it would give another amount by then, the payment is refused with 409 instead of charging what the citizen did not see. A quote is refused with 409 as well where the account may not make such a payment. Orders of tickets take it with their payment in the same way. `device_id` is the app's id of the phone, of which only a hash is kept.",
    commands: `OFFER=$(curl -s "$BASE/app/promotions/quote" ${WITH_KEY} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "type": "bill_payment", "method": "card", "amount": 250000 }' \\
  | pick '.offers.slice(0, 1).map(({ promotion_id, benefit }) => "\\"promotion\\":" + JSON.stringify({ promotion_id, benefit }) + ",").join("")')
curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{ '"$OFFER"'
  "user_id": "'$CITIZEN'", "type": "bill_payment", "method": "card", "amount": 250000,
  "description": "Water bill", "device_id": "phone-4711" }'`,
  },
  {
    title: "Order tickets of an event and pay them",
    text: "Seats are held for 15 minutes. The wallet pays at once and the answer brings the tickets; other methods begin a payment, and the tickets come when it succeeds. Tickets that cost nothing come with the order. A 409 says why not: sold out, not on sale now, too many for one order. `code` is what the QR code at the gate says.",
    commands: `EVENT=$(curl -s "$BASE/public/events" | pick '.items.find((one) => one.price_to && !one.sold_out).id')
TYPE=$(curl -s "$BASE/public/events/$EVENT" | pick '.ticket_types.find((one) => one.price && one.sale === "on_sale").id')
ORDER=$(curl -s "$BASE/app/events/$EVENT/orders" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "items": [{ "ticket_type_id": "'$TYPE'", "quantity": 2 }] }' | pick .id)
curl -s "$BASE/app/events/$EVENT/orders/$ORDER/payment" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "method": "card" }'
curl -s "$BASE/app/events/$EVENT/orders/$ORDER?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/tickets?user_id=$CITIZEN" ${WITH_KEY}`,
  },
  {
    title: "Give up an order",
    text: "One that is not paid, and whose payment has not begun: its seats are free again at once, instead of after 15 minutes.",
    commands: `ORDER=$(curl -s "$BASE/app/events/$EVENT/orders" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "items": [{ "ticket_type_id": "'$TYPE'", "quantity": 1 }] }' | pick .id)
curl -s "$BASE/app/events/$EVENT/orders/$ORDER/cancellation" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'" }'`,
  },
  {
    title: "Apply for a grant and see how it stands",
    text: "The programme says what it asks: answer its questions, upload its documents first (where `is_photo` is true, a picture of the applicant and no PDF), and name an `amount` where it gives up to one. Who may not apply gets 409 with every reason. `payout` is the wallet, or `bank` with `bank`, `bank_code`, `account_number` and `account_name`. While `question` is not null, send what is asked for with PATCH to the application's address: `user_id`, `text` and, if need be, `documents`.",
    commands: `GRANT=$(curl -s "$BASE/public/grants" | pick '.items.find((one) => one.takes_applications).id')
QUESTION=$(curl -s "$BASE/public/grants/$GRANT" | pick '.questions[0].id')
DOCUMENT=$(curl -s "$BASE/public/grants/$GRANT" | pick '.documents[0].id')
curl -s "$BASE/app/grants/$GRANT/eligibility?user_id=$CITIZEN" ${WITH_KEY}
PAGE=$(curl -s "$BASE/app/uploads" ${ONCE} \\
  -H 'Content-Type: image/png' --data-binary @docs/kyc-list.png | pick .id)
APPLICATION=$(curl -s "$BASE/app/grants/$GRANT/applications" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "contact_phone": "+2348160001259", "payout": { "kind": "wallet" },
  "answers": [{ "question_id": "'$QUESTION'", "answer": "Foodstuff" }],
  "documents": [{ "document_id": "'$DOCUMENT'", "upload_id": "'$PAGE'" }],
  "device_id": "phone-4711" }' | pick .id)
curl -s "$BASE/app/grants/$GRANT/applications/$APPLICATION?user_id=$CITIZEN" ${WITH_KEY}`,
  },
  {
    title: "Submit an identity request",
    text: "The rules are those of the officer's form for a walk-in. A second one beside a request that waits is refused with 409,\nas is anything of an account that is suspended or closed.",
    commands: `SELFIE=$(curl -s "$BASE/app/uploads" ${ONCE} \\
  -H 'Content-Type: image/png' --data-binary @docs/kyc-list.png | pick .id)
FRONT=$(curl -s "$BASE/app/uploads" ${ONCE} \\
  -H 'Content-Type: image/png' --data-binary @docs/kyc-review.png | pick .id)
curl -s "$BASE/app/kyc-requests" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "tier": 2, "first_name": "Comfort", "last_name": "Eshiet",
  "date_of_birth": "1995-02-25", "gender": "female", "phone": "+2348160001259",
  "address": "21 MCC Road, Calabar", "lga": "Calabar Municipal", "identity_type": "nin",
  "identity_number": "22345678901", "documents": [
    { "kind": "front", "upload_id": "'$FRONT'" }, { "kind": "selfie", "upload_id": "'$SELFIE'" }] }'
curl -s "$BASE/app/kyc-requests?user_id=$CITIZEN" ${WITH_KEY}`,
  },
  {
    title: "Say where a citizen's pushes go",
    text: "The token is Firebase's of that device. It is one citizen's at a time: signing in as somebody else moves it, signing out removes it. Send it again at each start of the app: support sees by it which devices a citizen has, and when each was last seen.",
    commands: `curl -s "$BASE/app/devices" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "device_token": "a-token-of-firebase", "platform": "android", "name": "Infinix Hot 40" }'
curl -s -X DELETE "$BASE/app/devices" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "device_token": "a-token-of-firebase" }'`,
  },
];
