import "server-only";

/** Tables whose personal data belongs to no citizen that a query could find. For each table: its columns, and what its personal data is. */
export const PERSONAL_TABLES_WITHOUT_OWNER: Readonly<Record<string, { columns: string; reason: string }>> = {
  direct_uploads: {
    columns: "id admin_id app path size content_type attempts created_at completed_at",
    reason: "Files on their way to the bucket, by size and type. Deleted with the file after an hour.",
  },
  exports: {
    columns: "id token_hash admin_id session_id list format filter rows sent state progress_at created_at expires_at",
    reason: "Filters of downloads of admins, which may name a person. Deleted after a day.",
  },
  faq_misses: {
    columns: "id query language times last_at",
    reason: "Questions typed in the app that found nothing, without their author.",
  },
  file_orphans: {
    columns: "id noted_at",
    reason: "Ids of files that are being deleted.",
  },
  file_pages: {
    columns: "file_id number page_file_id",
    reason: "Pictures of the pages of documents, made from the files.",
  },
  files: {
    columns: "id content_type bytes size created_at",
    reason: "Contents of documents and photos. The copy reads them through the tables of documents.",
  },
  idempotency_keys: {
    columns: "admin_id key call input_hash answer created_at",
    reason: "Responses to repeated requests of admins and apps. Deleted after a day.",
  },
  list_settings: {
    columns: "admin_id list default_view_id columns last_search last_session_id",
    reason: "The last filters of an admin, without search words.",
  },
  outbox: {
    columns: "id kind payload attempts next_attempt_at created_at",
    reason: "Mails, pushes and webhooks that are being sent. A delivered row is deleted.",
  },
  saved_views: {
    columns: "id list owner_id name audience role_id search columns version created_at updated_at",
    reason: "Filters of lists that admins saved, which may name a person.",
  },
  statement_lines: {
    columns: "statement_id line day amount balance narration reference fingerprint",
    reason: "Lines of a bank statement whose file is being read. Deleted when it is imported, refused or cancelled.",
  },
  turned_away: {
    columns: "subject times mailed address first_at last_at recorded_at",
    reason: "Sign-ins of admins that were refused.",
  },
  uploads: {
    columns:
      "id admin_id app created_at file_id content_type width height file_hash thumbnail photo_hash photo_hash_0 photo_hash_1 photo_hash_2 photo_hash_3",
    reason: "Files that no record uses yet. Deleted after a day.",
  },
  webhook_deliveries: {
    columns:
      "id endpoint_id type body state attempts last_attempt_at next_attempt_at status duration_ms problem response created_at",
    reason: "Ids of records in events for the citizen app. Deleted after 30 days.",
  },
};

/** Tables without personal data of citizens: content, settings, totals, and data of admins. */
export const TABLES_WITHOUT_CITIZENS: Readonly<Record<string, string>> = {
  admin_authenticators: "admin_id secret created_at confirmed_at last_used_at last_step",
  admin_dependencies: "id admin_id depends_on reason rights since confirmed_at confirmed_by",
  admin_passkeys:
    "id admin_id name host credential_id public_key signatures transports is_synced created_at last_used_at",
  admin_recovery_codes: "id admin_id code_hash created_at used_at",
  admin_references: "reference_hash admin_id kind created_at expires_at used_at",
  admin_roles: "admin_id role_id",
  admins: "id first_name last_name email password_hash status version created_at last_sign_in_at devices_since words",
  app_limits: "app used_until",
  app_keys: "id app name digest prefix groups created_at created_by ends_at ended_by last_used_at replaced_by version",
  app_secrets: "key_id position check_value state replaced_keys activated_at retired_at untagged_until",
  audit_archives: "id partition rows first_at last_at sha256 positions complete_to archived_at",
  audit_erasures: "audit_id erasure_id",
  audit_head: "only id hash",
  audit_seal_head: "only position hash adopted",
  audit_seals: "position audit_id previous_hash hash format sealed_at",
  audit_verified:
    "only position hash verified_at admin_id admin_name complete_at repeat_position repeat_started_at mac",
  audit_waiting: "audit_id",
  bank_accounts: "id name bank_code bank_name account_number starts_on is_active version",
  bank_statements:
    "id account_id file_name file_hash format state from_day to_day opening closing lines stored_lines known_lines problem imported_by started_at ended_at",
  backups: "id at duration_ms bytes missing_files parts verified_at",
  broadcasts:
    "id title text words image_id destination audience mail_without_device state scheduled_for started_at ended_at people devices without_device cursor phase round turn lease_id lease_until note approved approved_people mail_cursor done sent mails gone refused unavailable unknown created_by created_at updated_at version",
  day_totals: "list facet day rows amount fee",
  device_tokens: "token admin_id session_id created_at last_used_at",
  emergency_numbers: "id name number category lga position verified_on verified_by created_at version",
  entries: "id kind draft title faq_group lga words position archived_at created_at updated_at updated_by version",
  entry_previews: "token_hash entry_id language made_by expires_at",
  entry_publications:
    "entry_id number kind content title from until must_accept published_at published_by withdrawn_at withdrawn_by",
  event_categories: "id name colour icon position created_at version",
  events:
    "id title description category_id venue lga lat lng starts_at ends_at cover_image_id image_ids organiser capacity state taken live_at cancelled_at cancel_reason refunds_checked_in cancelled_by created_by created_at updated_at version words",
  grant_batches:
    "id reference programme_id state created_by created_at approved_by approved_at done_at rows amount version",
  grant_programmes:
    "id name sponsor purpose public_text state award_kind amount budget committed paid opens_at closes_at tier_min lgas group_id age_min age_max questions documents publishes_awards copied_from words created_by created_at updated_at version",
  home_layouts: "admin_id blocks updated_at version",
  home_visits: "admin_id visited_at previous_at",
  image_sizes: "image_id width height bytes file_id",
  images: "id width height thumbnail created_by created_at",
  ireport_categories:
    "id name parent_id department_id target_hours submitted_hours acknowledged_hours in_progress_hours icon active private position created_at version",
  banks: "code name institution is_active provider refreshed_at",
  ireport_departments: "id name lead_id created_at version",
  ireport_templates: "id name text category_id state created_at version",
  language_keys: "id key note used source_version created_at version",
  language_texts: "key_id code text folded source_version updated_by updated_at version",
  languages: "code name direction position created_at version",
  low_budgets: "record_type record_id since",
  notice_settings: "id channels digest_hour digested_on version",
  opening_balance_files:
    "id app file_name file_hash state lines amount zeros posted_lines posted_amount skipped_lines skipped_amount reversed_lines reversed_amount stored_at approved_by approved_at posted_at",
  operation_status: "kind name every_seconds last_success_at last_failure_at failing_since last_error first_seen_at",
  payment_methods:
    "id code name channel provider min_amount max_amount fee_flat fee_basis_points fee_cap position enabled version",
  place_totals: "sort place rows",
  promotion_codes: "code promotion_id uses created_at",
  promotion_groups: "promotion_id group_id",
  promotions:
    "id name description state pause_cause end_cause trigger kind basis_points flat_amount cap minimum types channels first_payment_only uses_total uses_per_user uses_per_code budget uses spent reserved_uses reserved starts_at ends_at copied_from words created_by created_at updated_at version",
  proof_challenges: "reference session_id kind code_hash email created_at expires_at used_at",
  publication_images: "entry_id number image_id",
  provider_event_ids: "id",
  reconciliation_days: "day state proposed_by proposed_at remark closed_by closed_at figures audit_hash version",
  reconciliation_movements: "movement_id item_id",
  reconciliation_providers: "provider fetched_to fetched_at problem",
  reconciliation_separations: "item_id match_id",
  reconciliation_settings:
    "id starts_on closed_until ledger_seq matched_through matched_on amount_limit day_limit name_limit provider_days bank_days remittance_days movement_days write_off_limit unexplained_limit version",
  retention_periods: "rule days updated_by updated_at version",
  retention_runs: "id steps approved_by approved_at finished_at",
  revenue_heads: "id code starts_on name ministry bank_name account_number is_active created_at version",
  roles: "id name description features words version created_at",
  sessions: "id admin_id token_hash address device created_at last_used_at expires_at proved_at ended_at ended_reason",
  setup_key_uses: "id used_by used_for at",
  setup_marks: "mark at admin_id",
  statement_layouts: "bank_code layout saved_by saved_at",
  sign_in_codes: "reference admin_id account_hash code_hash blind tries sends sent_at proved_at expires_at used_at",
  starter_sets: "starter_set loaded_at loaded_by",
  throttles: "key failures blocked_until last_failure_at",
  ticket_types:
    "id event_id name description price quantity min_per_order max_per_order sales_from sales_until hidden position sold held revenue created_at version",
  tier_limits: "tier starts_on daily_debit balance",
  upload_limits: "owner used_until",
  user_activities: "user_id name actions sign_ins refused first_at last_at last_action",
  user_groups: "id name description kind rule created_at version",
  user_imports: "id app file_name file_hash rows opened unchanged refused started_at finished_at",
  webhook_endpoints:
    "id app url name events enabled disabled_reason secret previous_secret previous_until last_success_at last_failure_at failing_since replay created_at version",
};
