import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { webhookSignature } from "@/lib/server/secret";
import type { PaymentProvider, ProviderEvent, ProviderState } from "./provider";

/**
 * A stand-in for a payment provider, for demonstrations and tests: no bank and no card scheme is behind it, and no money
 * moves. It behaves as a real one does: signed webhooks that may be late, doubled or out of order, failures, and
 * payments that are still under way when they are asked for.
 */
export const simulatedProvider: PaymentProvider = {
  async verify(reference) {
    const [state, message] = outcomeOf(reference);
    return { reference, state, providerReference: numberOf(reference), message, raw: { status: state, message } };
  },
  async refund({ key }) {
    return { providerReference: numberOf(key) };
  },
  readWebhook(raw, signature) {
    if (!signature || !isSigned(raw, signature)) return null;
    const parsed = webhook.safeParse(parsedJson(raw));
    if (!parsed.success) return null;
    const { id, data } = parsed.data;
    return {
      eventId: id,
      reference: data.reference,
      state: data.status,
      providerReference: data.provider_reference,
      message: data.message,
      raw: { event: id, status: data.status, message: data.message },
    };
  },
};

const webhook = z.object({
  id: z.string().min(1).max(100),
  data: z.object({
    reference: z.string().max(60),
    status: z.enum(["processing", "succeeded", "failed", "expired"]),
    provider_reference: z.string().max(60),
    message: z.string().max(200),
  }),
});

/** What the provider would send: the raw body and its signature. */
export function signedWebhook(event: Omit<ProviderEvent, "raw">): { raw: string; signature: string } {
  const { eventId, reference, state, providerReference, message } = event;
  const raw = JSON.stringify({
    id: eventId,
    data: { reference, status: state, provider_reference: providerReference, message },
  });
  return { raw, signature: webhookSignature(raw).toString("hex") };
}

/** In constant time: how much of a forged signature is right can't be measured. */
function isSigned(raw: string, signature: string): boolean {
  const given = Buffer.from(signature, "hex");
  const right = webhookSignature(raw);
  return given.length === right.length && timingSafeEqual(given, right);
}

function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

/** The same reference always has the same fate: mostly success, some failures, a few that are still under way. */
function outcomeOf(reference: string): [ProviderState, string] {
  const fate = createHash("sha256").update(reference).digest().readUInt16BE(0) % 100;
  if (fate < 70) return ["succeeded", "Approved"];
  if (fate < 82) return ["failed", "Declined by the bank: insufficient funds"];
  if (fate < 90) return ["expired", "Not paid in time"];
  return ["processing", "Still under way at the bank"];
}

/** `SIM-` and twelve signs: plainly no number of a real provider. */
export const numberOf = (key: string) =>
  `SIM-${createHash("sha256").update(`number ${key}`).digest("hex").slice(0, 12).toUpperCase()}`;
