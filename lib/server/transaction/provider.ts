import "server-only";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { paystackProvider } from "./paystack/provider";
import type { PaymentProvider } from "./provider-port";
import { simulatedProvider } from "./simulated-provider";

export type {
  PaymentKind,
  PaymentProvider,
  PayoutOrder,
  ProviderEvent,
  ProviderReport,
  ProviderState,
} from "./provider-port";

/** Returns the provider; null for money that moves only within our ledger, and for a provider without its settings. */
export function paymentProviderOf(provider: ProviderName): PaymentProvider | null {
  if (provider === "simulated") return simulatedProvider;
  return provider === "paystack" && env().paystackSecretKeys.length ? paystackProvider : null;
}
