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
    text: "For `npm run launch`, in the project's folder. CITIZEN is a citizen of the demo; a real app's server opens accounts and stores their ids.",
    commands: `BASE=http://localhost:3000/api/v1
KEY=$(cat .data/app-key)
CITIZEN=019b76da-afb7-7382-afc4-c787ef06fa8f
uuid() { node -p 'crypto.randomUUID()'; }
pick() { node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).data'"$1"; }`,
  },
  {
    title: "Open an account, change it and close it",
    text: "`external_id` is your own id of the citizen. A retry with the same data returns the same account; other data is rejected with 409 and the account as `current`. The response has the tier, its limits, what is left of them today, and `sessions_valid_from`: end every session that began before. Names and date of birth can be changed until the first identity request is approved. Names are letters of one script with apostrophes, hyphens, dots and spaces; digits, other characters and addresses are rejected with 400. Send a new phone number with `phone_verified_at`. If the account can't be closed, the error lists every reason.",
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
    title: "Cache public content",
    isPublic: true,
    text: "No key and no cookie. A response may be cached for 30 seconds. Send its ETag with the next request: if nothing has changed, the response is a 304 without a body.",
    commands: `curl -i "$BASE/public/report-categories"
ETAG=$(curl -sI "$BASE/public/report-categories" | sed -n 's/^etag: *//Ip' | tr -d '\\r')
curl -i "$BASE/public/report-categories" -H "If-None-Match: $ETAG"`,
  },
  {
    title: "Read public content",
    isPublic: true,
    text: "If a language has no text of its own, the English one is returned and marked as such. next_change_at is the time of the next scheduled change: request the list again then.",
    commands: `for LIST in announcements slides culture faq terms privacy emergency-numbers languages; do
  curl -s "$BASE/public/$LIST"
done
curl -s "$BASE/public/announcements?language=efi"
curl -s "$BASE/public/languages/efi.json"`,
  },
  {
    title: "Report what a citizen read, searched for and accepted",
    text: "Only this call returns announcements for groups, to their members. `required` lists the terms that the citizen still has to accept. Searches of the FAQ without a result are stored without a name. Each release of the app sends the keys of the texts that it uses.",
    commands: `curl -s "$BASE/app/announcements?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/acceptances?user_id=$CITIZEN" ${WITH_KEY}
curl -s "$BASE/app/faq/searches" ${ONCE} ${JSON_BODY} -d '{ "q": "lost card" }'
curl -s "$BASE/app/languages/keys" ${ONCE} ${JSON_BODY} \\
  -d '{ "release": "2.1.0", "keys": ["home.title", "wallet.send.title"] }'`,
  },
  {
    title: "Upload a photo",
    text: "The body is the file itself: JPEG, PNG, WebP, HEIC or AVIF, or PDF for identity documents, up to 10 MB. Send an iPhone photo unchanged: HEIC is half the size of a JPEG. Send its id in a report or request within one day.",
    commands: `PHOTO=$(curl -s "$BASE/app/uploads" ${ONCE} \\
  -H 'Content-Type: image/png' --data-binary @docs/kyc-review.png | pick .id)`,
  },
  {
    title: "File a report",
    text: "The place is an LGA, a point inside the state, or both. A retry with the same Idempotency-Key returns the first response and files nothing.",
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
    title: "File an anonymous report",
    text: "With anonymous: true, a user_id is discarded unread. The code in the response is the only way to follow the report. The server does not store it, so the app has to.",
    commands: `CODE=$(curl -s "$BASE/app/reports" ${ONCE} ${JSON_BODY} -d '{
  "anonymous": true, "category_id": "'$CATEGORY'", "title": "Waste in the stream",
  "text": "Somebody empties a truck into the stream at night.", "lga": "Calabar South" }' | pick .code)
curl -s "$BASE/app/reports/follow" ${WITH_KEY} ${JSON_BODY} -d '{ "code": "'$CODE'" }'`,
  },
  {
    title: "Begin a payment and read its state",
    text: "Amounts are in kobo: 250000 is ₦2,500. `method` is the code of an enabled payment method.",
    commands: `PAYMENT=$(curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "type": "wallet_funding", "method": "card", "amount": 250000,
  "description": "Wallet funding" }' | pick .id)
curl -s "$BASE/app/payments/$PAYMENT?user_id=$CITIZEN" ${WITH_KEY}`,
  },
  {
    title: "Send money to another citizen",
    text: "SENDER is a citizen of the demo who has money. Show the recipient's masked name and let the sender confirm it. `to_user_id` or `to_phone` identifies the recipient. The sender pays the fee. A 409 with the code LIMIT_EXCEEDED names the limit of the tier, what is left of it today, and the tier that has a higher one. If a recipient can't receive money, the response does not state why.",
    commands: `SENDER=019b76da-a85f-7110-8fed-25d93315b839
curl -s "$BASE/app/recipients?phone=07080004922" ${WITH_KEY}
curl -s "$BASE/app/transfers" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "to_phone": "0708 000 4922", "amount": 250000, "description": "School books" }'`,
  },
  {
    title: "Pay a bill or levy from the wallet",
    text: "With the code of the method that pays from wallets, it is paid immediately.",
    commands: `curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "type": "tax_and_levy", "method": "wallet", "amount": 100000, "description": "Market stall levy" }'`,
  },
  {
    title: "Withdraw to a bank account and read its state",
    text: "The money is reserved immediately. When the bank has received it, the withdrawal has succeeded; when the bank returns it, the withdrawal has failed and the money is available again. The citizen gets a mail and a push about either result.",
    commands: `WITHDRAWAL=$(curl -s "$BASE/app/withdrawals" ${ONCE} ${JSON_BODY} -d '{
  "user_id": "'$SENDER'", "bank_code": "058", "account_number": "0123456789", "amount": 500000 }' | pick .id)
curl -s "$BASE/app/payments/$WITHDRAWAL?user_id=$SENDER" ${WITH_KEY}`,
  },
  {
    title: "Read a wallet, its transactions and a statement",
    text: "`available` is the balance without what is reserved for withdrawals. Request the next page with the `next_cursor` of the page before; on the last page it is null.",
    commands: `curl -s "$BASE/app/users/$SENDER/wallet" ${WITH_KEY}
NEXT=$(curl -s "$BASE/app/users/$SENDER/transactions?size=2" ${WITH_KEY} | pick .next_cursor)
curl -s "$BASE/app/users/$SENDER/transactions?size=2&cursor=$NEXT" ${WITH_KEY}
curl -s "$BASE/app/users/$SENDER/statement?from=2026-01-01&to=2026-12-31" ${WITH_KEY}`,
  },
  {
    title: "Quote the promotions of a payment, and use one",
    text: "The best offer is the first. Send `promotion` with the payment exactly as quoted, and its `code` if one was typed. If the amount has changed by then, the payment is rejected with 409, so that the citizen is never charged an amount that was not shown. A quote is also rejected with 409 if the account may not make such a payment. Payments of ticket orders take a promotion in the same way. `device_id` is the app's id of the phone; only its hash is stored.",
    commands: `OFFER=$(curl -s "$BASE/app/promotions/quote" ${WITH_KEY} ${JSON_BODY} -d '{
  "user_id": "'$CITIZEN'", "type": "bill_payment", "method": "card", "amount": 250000 }' \\
  | pick '.offers.slice(0, 1).map(({ promotion_id, benefit }) => "\\"promotion\\":" + JSON.stringify({ promotion_id, benefit }) + ",").join("")')
curl -s "$BASE/app/payments" ${ONCE} ${JSON_BODY} -d '{ '"$OFFER"'
  "user_id": "'$CITIZEN'", "type": "bill_payment", "method": "card", "amount": 250000,
  "description": "Water bill", "device_id": "phone-4711" }'`,
  },
  {
    title: "Order tickets of an event and pay for them",
    text: "Seats are reserved for 15 minutes. A payment from the wallet succeeds immediately, and its response contains the tickets. Other methods begin a payment; the tickets are issued when it succeeds. Free tickets are issued with the order. A 409 states the reason: sold out, not on sale now, too many for one order. `code` is the content of the QR code that the gate scans.",
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
    title: "Cancel an order",
    text: "The order must be unpaid, and its payment not begun. Its seats are available again immediately, instead of after 15 minutes.",
    commands: `ORDER=$(curl -s "$BASE/app/events/$EVENT/orders" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "items": [{ "ticket_type_id": "'$TYPE'", "quantity": 1 }] }' | pick .id)
curl -s "$BASE/app/events/$EVENT/orders/$ORDER/cancellation" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'" }'`,
  },
  {
    title: "Apply for a grant and read its state",
    text: "The programme lists what it requires: answer its questions, upload its documents first (where `is_photo` is true, a picture of the applicant and no PDF), and send an `amount` if its award is up to an amount. A citizen who may not apply gets 409 with every reason. `payout` is the wallet, or `bank` with `bank`, `bank_code`, `account_number` and `account_name`. While `question` is not null, send the reply with PATCH to the application's address: `user_id`, `text` and, if needed, `documents`.",
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
    text: "The rules are those of the officer's form for walk-in applicants. A second request is rejected with 409 while one is waiting, and so is every request of a suspended or closed account.",
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
    title: "Register a device for push notifications",
    text: "The token is the device's Firebase token. It belongs to one citizen at a time: signing in as another citizen moves it, signing out removes it. Send it again at each start of the app, so that support sees which devices a citizen has and when each was last seen.",
    commands: `curl -s "$BASE/app/devices" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "device_token": "a-token-of-firebase", "platform": "android", "name": "Infinix Hot 40" }'
curl -s -X DELETE "$BASE/app/devices" ${ONCE} ${JSON_BODY} \\
  -d '{ "user_id": "'$CITIZEN'", "device_token": "a-token-of-firebase" }'`,
  },
];
