import type { TimelineEntry } from "@/lib/contract/system-logs";

const OF_EVENT: Record<string, string> = {
  "event.create": "Draft created",
  "event.update": "Event changed",
  "event.duplicate": "Duplicated",
  "event.goLive": "Went live",
  "event.cancel": "Event cancelled",
  "event.createTicketType": "Ticket type added",
  "event.updateTicketType": "Ticket type changed",
  "event.orderTicketTypes": "Ticket types reordered",
  "event.deleteTicketType": "Ticket type deleted",
  "event.retryCancellationStep": "Refund retried",
  "event.refundOrder": "Order refunded",
  "approvals.decide": "Request decided",
  "approvals.cancel": "Request withdrawn",
  "approvals.expire": "Request expired",
  "rp.setAdminStatus": "Request withdrawn: its admin was suspended",
  "rp.deleteAdmins": "Request withdrawn: its admin was deleted",
};

const OF_TICKET: Record<string, string> = {
  "event.transferTicket": "Transferred",
  "event.refundTicket": "Refunded",
  "event.voidTicket": "Voided",
  "event.mailTicket": "Mailed again",
  "event.ticketPdf": "PDF downloaded",
  "event.scan": "Checked in",
  "event.checkIn": "Checked in manually",
  "event.undoCheckIn": "Check-in undone",
  "approvals.decide": "Request decided",
  "approvals.cancel": "Request withdrawn",
  "approvals.expire": "Request expired",
};

/** What was asked for and waits for another admin has not happened yet. */
const REQUESTED: Record<string, string> = {
  "event.cancel": "Cancellation requested",
  "event.refundTicket": "Refund requested",
};

const wordsFrom =
  (words: Record<string, string>) =>
  (action: string, { changes }: Pick<TimelineEntry, "changes">): string =>
    (changes.some(({ field }) => field === "awaiting_approval") && REQUESTED[action]) || (words[action] ?? action);

/** What happened to an event, and to a ticket, as their change logs say it. */
export const eventActionWords = wordsFrom(OF_EVENT);
export const ticketActionWords = wordsFrom(OF_TICKET);
