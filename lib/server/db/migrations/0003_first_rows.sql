INSERT INTO audit_head (id, hash) VALUES (0, repeat('0', 64));
--> statement-breakpoint
INSERT INTO ledger_accounts (id, code, side, may_be_negative) VALUES
  ('00000000-0000-7000-8000-000000000001', 'settlement_float', 'debit', false),
  ('00000000-0000-7000-8000-000000000002', 'fee_income', 'credit', false),
  ('00000000-0000-7000-8000-000000000003', 'grants_pool', 'credit', false),
  ('00000000-0000-7000-8000-000000000004', 'promotions_pool', 'credit', false),
  ('00000000-0000-7000-8000-000000000005', 'suspense', 'credit', true);
--> statement-breakpoint
-- Creates one content entry for each kind of legal document.
INSERT INTO entries (id, kind, title, draft) VALUES
  ('00000000-0000-7000-8000-000000000001', 'terms', 'Terms & Conditions', '{"texts": {"en": {"title": "Terms & Conditions", "body": null}}}'),
  ('00000000-0000-7000-8000-000000000002', 'privacy', 'Privacy Policy', '{"texts": {"en": {"title": "Privacy Policy", "body": null}}}');
--> statement-breakpoint
-- Languages of the app (docs/rules.md, App configuration). Only English has texts; translators add the others.
INSERT INTO languages (code, name, direction, position) VALUES
  ('en', 'English', 'ltr', 0), ('efi', 'Efik', 'ltr', 1), ('etu', 'Ejagham', 'ltr', 2), ('bkv', 'Bekwarra', 'ltr', 3),
  ('pcm', 'Nigerian Pidgin', 'ltr', 4);
--> statement-breakpoint
-- English texts of the app, as the source for translators. Other languages are missing on purpose: people translate them. {name}
-- is a placeholder; plural forms use ICU MessageFormat (lib/server/app-config/language/check-message.ts).
WITH texts (key, text, note) AS (VALUES
  ('sign_up.title', 'Create your account', ''),
  ('sign_up.phone.label', 'Phone number', ''),
  ('sign_up.phone.hint', 'We send a code to this number.', ''),
  ('sign_up.name.label', 'Full name, as on your ID', ''),
  ('sign_up.lga.label', 'Local government area', 'The LGA where the person lives.'),
  ('sign_up.password.hint', 'Use at least {count, plural, one {# character} other {# characters}}.', 'count: shortest password that is allowed.'),
  ('sign_up.terms.agree', 'I accept the terms and the privacy policy', ''),
  ('sign_up.submit', 'Create account', 'Button.'),
  ('sign_up.have_account', 'Already have an account? Sign in', 'Link.'),
  ('sign_up.done', 'Welcome, {name}. Your account is ready.', 'name: first name.'),

  ('sign_in.title', 'Sign in', ''),
  ('sign_in.password.label', 'Password', ''),
  ('sign_in.submit', 'Sign in', 'Button.'),
  ('sign_in.forgot', 'Forgot password', 'Link.'),
  ('sign_in.code.label', 'Code', 'Label of the field for the code that was sent.'),
  ('sign_in.code.sent', 'We sent a code to {phone}.', 'phone: partly hidden number.'),
  ('sign_in.code.warning', 'Never give this code to anyone. We will never ask for it.', ''),
  ('sign_in.code.again', 'Send a new code', 'Button.'),
  ('sign_in.wrong', 'The phone number or the password is wrong. Check both and try again.', ''),
  ('sign_in.sign_out', 'Sign out', 'Button.'),

  ('home.greeting', 'Hello, {name}', 'name: first name.'),
  ('home.balance', 'Balance', ''),
  ('home.services', 'Services', 'Heading above the tiles for wallet, bills and reports.'),
  ('home.recent', 'Recent transactions', ''),
  ('home.see_all', 'See all', 'Link to a full list.'),
  ('home.finish_identity', 'Verify your identity to raise your limits.', ''),

  ('wallet.title', 'Wallet', ''),
  ('wallet.available', 'Available: {amount}', 'amount: with currency, such as ₦1,500.00.'),
  ('wallet.add_money', 'Add money', 'Button.'),
  ('wallet.add_money.transfer', 'Transfer from your bank to this account number', 'Above the account number of the wallet.'),
  ('wallet.add_money.card', 'Pay with a card', ''),
  ('wallet.withdraw', 'Withdraw to a bank', 'Button.'),
  ('wallet.daily_limit', 'You can still send {amount} today.', 'amount: with currency.'),
  ('wallet.hide_balance', 'Hide balance', 'Button.'),
  ('wallet.show_balance', 'Show balance', 'Button.'),

  ('send.title', 'Send money', ''),
  ('send.recipient.label', 'Phone number or account number', ''),
  ('send.amount.label', 'Amount', ''),
  ('send.note.label', 'What is it for? (optional)', ''),
  ('send.fee', 'Fee: {amount}', 'amount: with currency.'),
  ('send.fee.free', 'No fee', ''),
  ('send.confirm.title', 'Send {amount} to {name}?', 'amount: with currency; name: who receives it.'),
  ('send.confirm.submit', 'Send', 'Button.'),
  ('send.done', '{amount} was sent to {name}.', 'amount: with currency; name: who receives it.'),
  ('send.not_enough', 'Your balance is too low. Add money or enter a smaller amount.', ''),
  ('send.over_limit', 'This is above your daily limit. Enter at most {amount}.', 'amount: what may still be sent today.'),

  ('receive.title', 'Receive money', ''),
  ('receive.share', 'Share my details', 'Button.'),
  ('receive.account_number', 'Your account number', ''),
  ('receive.copied', 'Copied', 'Shown for a moment after the number was copied.'),

  ('bills.title', 'Pay bills', ''),
  ('bills.electricity', 'Electricity', ''),
  ('bills.water', 'Water', ''),
  ('bills.waste', 'Waste', 'The bill for waste collection.'),
  ('bills.school_fees', 'School fees', ''),
  ('bills.customer_number.label', 'Customer or meter number', ''),
  ('bills.customer_found', 'This number belongs to {name}. Is that right?', 'name: customer, as the biller has it.'),
  ('bills.pay', 'Pay {amount}', 'Button. amount: with currency.'),
  ('bills.token', 'Your electricity token', 'Above the digits to key into the meter.'),

  ('transactions.title', 'Transactions', ''),
  ('transactions.empty', 'Your payments will appear here.', ''),
  ('transactions.search', 'Search by name or reference', ''),
  ('transactions.count', '{count, plural, =0 {No transactions} one {# transaction} other {# transactions}}', 'count: how many match.'),
  ('transactions.state.pending', 'Pending', ''),
  ('transactions.state.processing', 'In progress', ''),
  ('transactions.state.succeeded', 'Successful', ''),
  ('transactions.state.failed', 'Failed', ''),
  ('transactions.state.refunded', 'Refunded', ''),
  ('transactions.receipt', 'Share receipt', 'Button.'),
  ('transactions.reference', 'Reference: {reference}', 'reference: letters and digits of one transaction.'),

  ('identity.title', 'Verify your identity', ''),
  ('identity.tier', 'You are on tier {tier}', 'tier: 0, 1, 2 or 3.'),
  ('identity.number.label', 'NIN or BVN', ''),
  ('identity.document.label', 'Photo of your document', ''),
  ('identity.document.hint', 'Show all four corners. Every word must be easy to read.', ''),
  ('identity.selfie.label', 'Photo of your face', ''),
  ('identity.address.label', 'Proof of address', ''),
  ('identity.submit', 'Send for review', 'Button.'),
  ('identity.state.pending', 'We are checking your details. We will tell you the result.', ''),
  ('identity.state.approved', 'Your identity is verified.', ''),
  ('identity.state.rejected', 'Your request was rejected: {reason}', 'reason: a sentence that an officer wrote.'),
  ('identity.state.resubmit', 'Please send this again: {reason}', 'reason: a sentence that an officer wrote.'),

  ('reports.title', 'Report a problem', ''),
  ('reports.mine', 'My reports', ''),
  ('reports.category.label', 'What is it about?', ''),
  ('reports.text.label', 'What happened?', ''),
  ('reports.place.label', 'Where is it?', ''),
  ('reports.place.here', 'Use my location', 'Button.'),
  ('reports.photos.left', '{count, plural, =0 {You can''t add more photos} one {You can add # more photo} other {You can add # more photos}}', 'count: photos that may still be added.'),
  ('reports.anonymous', 'Report without my name', ''),
  ('reports.anonymous.code', 'Keep this code: {code}. You need it to follow your report.', 'code: shown once.'),
  ('reports.submit', 'Send report', 'Button.'),
  ('reports.done', 'Thank you. Your report is number {reference}.', 'reference: number of the report.'),
  ('reports.state.submitted', 'Received', ''),
  ('reports.state.in_progress', 'Work has started', ''),
  ('reports.state.waiting', 'We have a question for you', ''),
  ('reports.state.resolved', 'Resolved', ''),
  ('reports.due', 'We aim to resolve it by {date}.', 'date: day, as the phone writes it.'),
  ('reports.reopen', 'The problem is still there', 'Button.'),

  ('announcements.title', 'Announcements', ''),
  ('announcements.empty', 'There are no announcements now.', ''),
  ('announcements.pinned', 'Important', 'Mark on an announcement that stays on top.'),
  ('announcements.published', 'Published {date}', 'date: day, as the phone writes it.'),

  ('faq.title', 'Help', ''),
  ('faq.search', 'Search for a question', ''),
  ('faq.nothing_found', 'Nothing found for "{query}". Try other words or contact support.', 'query: what the person typed.'),
  ('faq.helpful', 'Was this answer helpful?', ''),
  ('faq.helpful.yes', 'Yes', 'Button.'),
  ('faq.helpful.no', 'No', 'Button.'),
  ('faq.support', 'Contact support', 'Button.'),

  ('emergency.title', 'Emergency numbers', ''),
  ('emergency.call', 'Call {number}', 'Button. number: phone number or short code.'),
  ('emergency.whole_state', 'Whole state', 'Heading above numbers that work everywhere in the state.'),
  ('emergency.in_lga', 'In {lga}', 'lga: name of a local government area.'),
  ('emergency.offline', 'These numbers also work without internet.', ''),

  ('settings.title', 'Settings', ''),
  ('settings.language', 'Language', ''),
  ('settings.theme', 'Dark mode', 'Switch.'),
  ('settings.change_password', 'Change password', ''),
  ('settings.change_phone', 'Change phone number', ''),
  ('settings.close_account', 'Close my account', ''),
  ('settings.version', 'Version {version}', 'version: number of the app.'),

  ('notifications.title', 'Notifications', ''),
  ('notifications.unread', '{count, plural, =0 {Nothing new} one {# new notification} other {# new notifications}}', 'count: not read yet.'),
  ('notifications.mark_read', 'Mark all as read', 'Button.'),
  ('notifications.allow', 'Allow notifications, so that you hear of payments and reports.', ''),
  ('notifications.received', 'You received {amount} from {name}.', 'amount: with currency; name: sender.'),

  ('errors.offline', 'You are offline. Check your connection and try again.', ''),
  ('errors.server', 'Something went wrong on our side. Try again in a few minutes.', ''),
  ('errors.required', 'Fill in this field.', ''),
  ('errors.phone', 'Enter a phone number such as 0803 123 4567.', ''),
  ('errors.amount', 'Enter an amount above zero.', ''),
  ('errors.code', 'This code is wrong or too old. Check it or ask for a new one.', ''),
  ('errors.too_many', 'Too many attempts. Wait {minutes, plural, one {# minute} other {# minutes}} and try again.', 'minutes: until the next attempt.'),
  ('errors.file_too_large', 'This file is too large. Choose one below {size}.', 'size: such as 10 MB.'),
  ('errors.try_again', 'Try again', 'Button.')
), keys AS (
  INSERT INTO language_keys (id, key, note) SELECT gen_random_uuid(), key, note FROM texts RETURNING id, key
)
INSERT INTO language_texts (key_id, code, text, source_version)
SELECT keys.id, 'en', texts.text, 1 FROM keys JOIN texts USING (key);
