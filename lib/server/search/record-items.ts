import "server-only";
import type { BroadcastRow } from "@/lib/contract/app-config-broadcasts";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { EventRow } from "@/lib/contract/event";
import type { TicketRow } from "@/lib/contract/event-tickets";
import type { ProgrammeRow } from "@/lib/contract/grant";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import type { PayoutBatchListRow } from "@/lib/contract/grant-payouts";
import type { IreportRow } from "@/lib/contract/ireport-row";
import type { KycRow } from "@/lib/contract/kyc";
import type { LedgerEntryRow } from "@/lib/contract/ledger-entries";
import type { PromotionRow } from "@/lib/contract/promotion-row";
import type { SearchedRecordType } from "@/lib/contract/record-kinds";
import type { AdminRow, RoleRow } from "@/lib/contract/rp";
import type { FoundRecord } from "@/lib/contract/search";
import type { MovementRow } from "@/lib/contract/system-wallet";
import type { TransactionRow } from "@/lib/contract/transaction";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import type { UserRow } from "@/lib/contract/user";
import { formatDate, formatMoney, pluralize, titleCase } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";

type Item = Omit<FoundRecord, "url">;

const joinDetails = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");
const formatOptionalDate = (at: string | null) => at && formatDate(at);
const contentEntryItem = ({ id, title, state, faq_group }: ContentEntryRow): Item => ({
  id,
  title: title || "Without a title",
  detail: joinDetails(faq_group, titleCase(state)),
});

/** Functions that convert a row of each searchable kind's list to a search result. A kind without a function is a type error. */
export const SEARCH_RESULT_OF_ROW = {
  admin: (row: AdminRow): Item => ({
    id: row.id,
    title: fullName({ firstName: row.first_name, lastName: row.last_name }),
    detail: joinDetails(row.email, titleCase(row.status)),
  }),
  announcement: contentEntryItem,
  article: contentEntryItem,
  slide: contentEntryItem,
  faq_question: contentEntryItem,
  broadcast: ({ id, title, state, audience_words }: BroadcastRow): Item => ({
    id,
    title,
    detail: joinDetails(audience_words, titleCase(state)),
  }),
  event: ({ id, title, venue, starts_at, state }: EventRow): Item => ({
    id,
    title,
    detail: joinDetails(venue, formatOptionalDate(starts_at), titleCase(state)),
  }),
  ticket: ({ id, reference, event, holder, state }: TicketRow): Item => ({
    id,
    title: reference,
    detail: joinDetails(holder.name, event.title, titleCase(state)),
  }),
  grant_application: ({ id, reference, applicant, programme, state }: ApplicationRow): Item => ({
    id,
    title: reference,
    detail: joinDetails(applicant.name, programme.name, titleCase(state)),
  }),
  grant_batch: ({ id, reference, programme, rows, state }: PayoutBatchListRow): Item => ({
    id,
    title: reference,
    detail: joinDetails(programme.name, pluralize(rows, "row"), titleCase(state)),
  }),
  grant_programme: ({ id, name, sponsor, state }: ProgrammeRow): Item => ({
    id,
    title: name,
    detail: joinDetails(sponsor, titleCase(state)),
  }),
  ireport: ({ id, number, title, category, state }: IreportRow): Item => ({
    id,
    title,
    detail: joinDetails(number, category.name, titleCase(state)),
  }),
  kyc: ({ id, name, reference, tier, state }: KycRow): Item => ({
    id,
    title: name,
    detail: joinDetails(reference, `Tier ${tier}`, titleCase(state)),
  }),
  ledger_entry: ({ id, description, kind, posted_at }: LedgerEntryRow): Item => ({
    id,
    title: description,
    detail: joinDetails(titleCase(kind), formatOptionalDate(posted_at)),
  }),
  promotion: ({ id, name, code, state }: PromotionRow): Item => ({
    id,
    title: name,
    detail: joinDetails(code, titleCase(state)),
  }),
  role: ({ roleId, name, members }: RoleRow): Item => ({
    id: roleId,
    title: name,
    detail: pluralize(members, "admin"),
  }),
  transaction: ({ id, reference, user, type, amount, state }: TransactionRow): Item => ({
    id,
    title: reference,
    detail: joinDetails(
      user.name,
      TRANSACTION_LABELS[type] ?? titleCase(type),
      formatMoney(amount),
      TRANSACTION_LABELS[state] ?? titleCase(state),
    ),
  }),
  user: ({ id, name, phone, email, status }: UserRow): Item => ({
    id,
    title: name,
    detail: joinDetails(phone, email, titleCase(status)),
  }),
  wallet_movement: ({ id, reference, kind, amount, state, external_reference }: MovementRow): Item => ({
    id,
    title: reference,
    detail: joinDetails(titleCase(kind), formatMoney(amount), external_reference, titleCase(state)),
  }),
} satisfies Record<SearchedRecordType, (row: never) => Item>;
