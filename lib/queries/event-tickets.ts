import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type TicketListInput = Parameters<typeof api.event.tickets>[0];
export type TransferTicketInput = Parameters<typeof api.event.transferTicket>[0];
export type TicketReasonInput = Parameters<typeof api.event.refundTicket>[0];

export const ticketListQuery = (input: TicketListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "tickets", input),
    queryFn: fetchInWindow(api.event.tickets, input),
    placeholderData: keepPreviousData,
  });

/** Reads the tickets that one payment bought, first page only. */
export const transactionTicketsQuery = (transactionId: string) => ticketListQuery({ transaction: transactionId });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "ticket", ticketId),
    queryFn: ({ signal }) => api.event.ticket({ ticketId }, { signal }),
  });

/** Searches citizens to whom a ticket can be transferred, by the typed text. */
export const ticketHoldersQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "holders", q),
    queryFn: async ({ signal }) => itemsOfResponse(await api.event.holders({ q }, { signal })),
    placeholderData: keepPreviousData,
  });

const { changes, meta } = mutationsInvalidating("Event", "System-Logs");

export const transferTicketMutation = changes(api.event.transferTicket);

/** `idempotencyKey`: a new key for each opened form, so that a retry after a lost response refunds only once. */
export const refundTicketMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: TicketReasonInput) => api.event.refundTicket(input, { context: { idempotencyKey } }),
    meta: {
      invalidates: ["Event", "Transaction", "System-Wallet", "User", "Overview", "RP", "System-Logs"] as const,
      quiet: true,
    },
  });

/** Makes a ticket invalid without a refund. */
export const voidTicketMutation = changes(api.event.voidTicket);

/** Mails a ticket to its holder again. */
export const mailTicketMutation = () =>
  mutationOptions({ mutationFn: (ticketId: string) => api.event.mailTicket({ ticketId }), meta });

export const ticketPdfMutation = () =>
  mutationOptions({ mutationFn: (ticketId: string) => api.event.ticketPdf({ ticketId }), meta });

/** Checks a ticket in manually, without a scan. */
export const checkInMutation = changes(api.event.checkIn);

export const undoCheckInMutation = changes(api.event.undoCheckIn);

export const exportTickets = (input: TicketListInput, format: ExportFormat) =>
  api.event.exportTickets({ ...withoutPaging(input), format });
