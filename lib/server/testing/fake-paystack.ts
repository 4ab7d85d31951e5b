import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  JsonObject,
  PaystackFault,
  PaystackPayment,
  PaystackRefund,
  PaystackTransfer,
} from "./fake-paystack-types";

/** Secret key that the fake Paystack accepts, unless a test changes `keys`. */
export const PAYSTACK_KEY = `sk_test_${"a".repeat(40)}`;
/** Another secret key, for tests of a key rotation. */
export const PREVIOUS_PAYSTACK_KEY = `sk_test_${"b".repeat(40)}`;

type PaystackRequest = { method: string; path: string; query: URLSearchParams; body: JsonObject; key: string };
type Answer = { status: number; body: JsonObject };

const ok = (data: unknown, meta?: JsonObject): Answer => ({
  status: 200,
  body: { status: true, message: "OK", data, ...(meta && { meta }) },
});
const refused = (message: string, code?: string, status = 400): Answer => ({
  status,
  body: { status: false, message, ...(code && { code, type: "validation_error" }) },
});

/** Starts a local server that speaks Paystack's API. */
export async function startFakePaystack() {
  const state = {
    keys: [PAYSTACK_KEY],
    payments: new Map<string, PaystackPayment>(),
    transfers: new Map<string, PaystackTransfer>(),
    refunds: [] as PaystackRefund[],
    /** Message with which the fake Paystack refuses each further refund; null to accept refunds. */
    refundRefusal: null as string | null,
    /** Number of requests for the list of refunds that get an empty list, because new refunds appear late in Paystack's list. */
    hiddenRefundLists: 0,
    settlements: [] as JsonObject[],
    settled: new Map<string, JsonObject[]>(),
    disputes: [] as JsonObject[],
    banks: [] as JsonObject[],
    accounts: new Map<string, string>(),
    balance: 1_000_000_000,
    uploads: [] as { path: string; bytes: number }[],
  };
  const received: PaystackRequest[] = [];
  const faults: { path: RegExp; fault: PaystackFault }[] = [];
  let lastId = 1_000;
  let url = "";
  const nextId = () => ++lastId;

  function begin(channel: string, { reference, amount, currency }: JsonObject): PaystackPayment | null {
    if (state.payments.has(String(reference))) return null;
    const payment = {
      id: nextId(),
      reference: String(reference),
      status: "abandoned",
      amount: Number(amount),
      currency: String(currency),
      channel,
      gateway_response: "The transaction was not completed",
      fees: 0,
    };
    state.payments.set(payment.reference, payment);
    return payment;
  }
  const duplicate = () => refused("Duplicate Transaction Reference", "duplicate_reference");

  function charge(body: JsonObject): Answer {
    const transfer = body.bank_transfer as JsonObject | undefined;
    const ussd = body.ussd as JsonObject | undefined;
    const payment = begin(transfer ? "bank_transfer" : "ussd", body);
    if (!payment) return duplicate();
    const { reference } = payment;
    if (ussd) {
      const code = `*${ussd.type}*33*4*${payment.id}#`;
      return ok({ reference, status: "pay_offline", display_text: `Please dial ${code} to pay`, ussd_code: code });
    }
    return ok({
      reference,
      status: "pending_bank_transfer",
      display_text: "Please make a transfer to the account specified",
      account_name: "PAYSTACK CHECKOUT",
      account_number: String(payment.id).padStart(10, "9"),
      bank: { slug: "test-bank", name: "Test Bank", id: 24 },
      account_expires_at: transfer?.account_expires_at,
    });
  }

  function order(body: JsonObject): Answer {
    const reference = String(body.reference);
    if (!/^[a-z0-9_-]{16,}$/.test(reference)) return refused("Transfer reference is not valid", "invalid_reference");
    if (state.transfers.has(reference)) return refused("Please provide a unique reference", "duplicate_reference");
    if (Number(body.amount) > state.balance)
      return refused("Your balance is not enough to fulfil this request", "insufficient_balance");
    const id = nextId();
    const transfer = {
      id,
      reference,
      status: "pending",
      amount: Number(body.amount),
      currency: String(body.currency),
      transfer_code: `TRF_${id}`,
      recipient: String(body.recipient),
    };
    state.transfers.set(reference, transfer);
    return ok(transfer);
  }

  function refund(body: JsonObject): Answer {
    const payment = state.payments.get(String(body.transaction));
    if (!payment) return refused("Transaction not found", "transaction_not_found", 404);
    if (state.refundRefusal) return refused(state.refundRefusal);
    const sum = state.refunds.filter(({ transaction }) => transaction === payment.id).reduce((n, r) => n + r.amount, 0);
    if (sum + Number(body.amount) > payment.amount) return refused("Refund amount is more than what is left");
    const made = {
      id: nextId(),
      transaction: payment.id,
      amount: Number(body.amount),
      merchant_note: String(body.merchant_note),
    };
    state.refunds.push(made);
    return ok(made);
  }

  /** Returns the page of rows that the query requests by page number. */
  function pageOf(rows: JsonObject[], query: URLSearchParams): Answer {
    const size = Number(query.get("perPage") ?? 50);
    const page = Number(query.get("page") ?? 1);
    const meta = { total: rows.length, page, perPage: size, pageCount: Math.max(1, Math.ceil(rows.length / size)) };
    return ok(rows.slice((page - 1) * size, page * size), meta);
  }

  /** Returns the rows whose time is in the requested period. */
  function inPeriod(rows: JsonObject[], key: string, query: URLSearchParams): JsonObject[] {
    const at = (time: unknown) => Date.parse(String(time));
    return rows.filter((row) => at(row[key]) >= at(query.get("from")) && at(row[key]) <= at(query.get("to")));
  }

  /** Returns the page of banks that the query requests by cursor. */
  function banksPage(query: URLSearchParams): Answer {
    const start = Number(query.get("next") || 0);
    const end = start + 2;
    return ok(state.banks.slice(start, end), { next: end < state.banks.length ? String(end) : null });
  }

  function answerTo({ method, path, query, body }: PaystackRequest): Answer {
    const parts = path.split("/").slice(1).map(decodeURIComponent);
    const [name, second = "", third = ""] = parts;
    if (path === "/transaction/initialize") {
      const payment = begin(String((body.channels as string[])[0]), body);
      if (Number(body.amount) < 10_000) return refused("Amount must be at least ₦100", "invalid_amount");
      if (!payment) return duplicate();
      const { reference } = payment;
      return ok({ authorization_url: `https://checkout.paystack.com/${payment.id}`, access_code: "x", reference });
    }
    if (path === "/charge") return charge(body);
    if (name === "transaction" && second === "verify") {
      const payment = state.payments.get(third);
      if (!payment) return refused("Transaction reference not found.", "transaction_not_found");
      return ok({ ...payment, ...(payment.channel === "card" && { authorization: { last4: "4081" } }) });
    }
    if (path === "/transferrecipient") {
      if (!state.accounts.has(`${body.bank_code}/${body.account_number}`))
        return refused("Account number is invalid", "invalid_account");
      return ok({ recipient_code: `RCP_${body.bank_code}_${body.account_number}` });
    }
    if (path === "/transfer" && method === "POST") return order(body);
    if (path === "/transfer") return pageOf(inPeriod([...state.transfers.values()], "createdAt", query), query);
    if (name === "transfer" && second === "verify") {
      const transfer = state.transfers.get(third);
      return transfer ? ok(transfer) : refused("Transfer not found", "transfer_not_found", 404);
    }
    if (path === "/refund" && method === "POST") return refund(body);
    if (path === "/refund" && state.hiddenRefundLists > 0) {
      state.hiddenRefundLists--;
      return pageOf([], query);
    }
    if (path === "/refund" && query.has("from")) return pageOf(inPeriod(state.refunds, "createdAt", query), query);
    if (path === "/refund")
      return pageOf(
        state.refunds.filter(({ transaction }) => String(transaction) === query.get("transaction")),
        query,
      );
    if (path === "/settlement") return pageOf(inPeriod(state.settlements, "settlement_date", query), query);
    if (name === "settlement") return pageOf(state.settled.get(second) ?? [], query);
    if (path === "/dispute") return pageOf(state.disputes, query);
    if (third === "evidence") return ok({ id: nextId(), dispute: second });
    if (third === "upload_url")
      return ok({ signedUrl: `${url}/uploads/${query.get("upload_filename")}`, fileName: "stored.pdf" });
    if (third === "resolve") return ok({ id: second, status: "resolved" });
    if (path === "/balance")
      return ok([
        { currency: "USD", balance: 7 },
        { currency: "NGN", balance: state.balance },
      ]);
    if (path === "/bank") return banksPage(query);
    if (path === "/bank/resolve") {
      const account = state.accounts.get(`${query.get("bank_code")}/${query.get("account_number")}`);
      if (!account)
        return refused("Could not resolve account name. Check parameters or try again.", "invalid_bank_code", 422);
      return ok({ account_number: query.get("account_number"), account_name: account });
    }
    return refused("No such endpoint", "not_found", 404);
  }

  async function readRequest(request: IncomingMessage): Promise<PaystackRequest & { bytes: Buffer }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const isJson = request.headers["content-type"]?.includes("json");
    return {
      method: request.method ?? "GET",
      path: pathname,
      query: searchParams,
      body: isJson ? JSON.parse(bytes.toString("utf8")) : {},
      key: (request.headers.authorization ?? "").replace("Bearer ", ""),
      bytes,
    };
  }

  /** Ends a request with a planned fault. For the fault `hang`, never responds. */
  function sendFault(fault: PaystackFault, call: PaystackRequest, response: ServerResponse): void {
    if (fault === "lost") answerTo(call);
    if (fault === "lost" || fault === "cut") {
      // Announces more bytes than it sends, so that the connection ends in the middle of the body.
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"status":true,"data":{"auth');
      setTimeout(() => response.destroy(), 10);
    } else if (fault === "error") response.writeHead(502).end("Bad Gateway");
    else if (fault === "forbidden")
      response.writeHead(403).end('{"status":false,"message":"Your IP address is not allowed to make this call"}');
    else if (fault === "too many") response.writeHead(429, { "retry-after": "0" }).end("{}");
    else if (fault === "too many for long") response.writeHead(429, { "retry-after": "60" }).end("{}");
    else if (fault === "garbage")
      response.writeHead(200).end('{"status":true,"message":"OK","data":{"amount":"plenty"}}');
    else if (fault === "html") response.writeHead(200, { "content-type": "text/html" }).end("<html>Maintenance</html>");
  }

  const server = createServer(async (request, response) => {
    const { bytes, ...call } = await readRequest(request);
    if (call.path.startsWith("/uploads/")) {
      state.uploads.push({ path: call.path, bytes: bytes.length });
      response.writeHead(200).end();
      return;
    }
    received.push(call);
    const index = faults.findIndex(({ path }) => path.test(`${call.method} ${call.path}`));
    const [planned] = index < 0 ? [] : faults.splice(index, 1);
    if (planned) return sendFault(planned.fault, call, response);
    const answer = state.keys.includes(call.key) ? answerTo(call) : refused("Invalid key", "invalid_Key", 401);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    state,
    received,
    /** Plans faults for the next requests with this method and path (`POST /refund`): one per request, in this order. */
    plan: (path: RegExp, ...planned: PaystackFault[]) => void faults.push(...planned.map((fault) => ({ path, fault }))),
    /** Ends a payment as paid, or with other values from `changes`. @returns the webhook about the payment */
    pay(reference: string, changes: Partial<PaystackPayment> = {}) {
      const payment = state.payments.get(reference);
      if (!payment) throw new Error(`No payment ${reference} was begun.`);
      Object.assign(payment, { status: "success", gateway_response: "Approved", fees: 150 }, changes);
      return { event: `charge.${payment.status}`, data: { ...payment, authorization: { last4: "4081" } } };
    },
    /** Ends a payout with this status. @returns the webhook about the payout */
    endTransfer(reference: string, status: "success" | "failed" | "reversed") {
      const transfer = state.transfers.get(reference.toLowerCase());
      if (!transfer) throw new Error(`No transfer ${reference} was ordered.`);
      Object.assign(transfer, { status });
      return { event: `transfer.${status}`, data: { ...transfer } };
    },
    /** Returns the received requests whose path matches, oldest first. */
    requestsOf: (path: RegExp) => received.filter((call) => path.test(call.path)),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a webhook request as Paystack sends it, signed with a key. */
export function paystackWebhook(body: unknown, key = PAYSTACK_KEY): Request {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const signature = createHmac("sha512", key).update(raw).digest("hex");
  const headers = { "x-paystack-signature": signature, "user-agent": "Paystack/1.0" };
  return new Request("http://test/api/webhooks/paystack", { method: "POST", body: raw, headers });
}
