import "server-only";
import { Refusal } from "@/lib/server/api/errors";

/** Reason why the provider's response is unknown. */
export type ProviderUnavailableReason = "timeout" | "unreachable" | "server" | "too_many" | "unreadable" | "key";

const SENTENCES: Record<ProviderUnavailableReason, (provider: string) => string> = {
  timeout: (provider) => `${provider} did not answer in time. Try again in a minute.`,
  unreachable: (provider) => `${provider} can't be reached at the moment. Try again in a minute.`,
  server: (provider) => `${provider} has a fault at the moment. Try again in a minute.`,
  too_many: (provider) => `${provider} accepts no more requests at the moment. Try again in a minute.`,
  unreadable: (provider) => `The answer of ${provider} can't be read. Try again in a minute.`,
  key: (provider) => `${provider} does not accept our secret key. An operator has to check the settings.`,
};

const RETRY_SECONDS = 60;

/** The provider's response is unknown: a later verification must find out whether it did what was requested. Returns 503. */
export class ProviderUnavailable extends Refusal {
  readonly reason: ProviderUnavailableReason;

  constructor(provider: string, reason: ProviderUnavailableReason) {
    super(503, "PROVIDER_UNAVAILABLE", SENTENCES[reason](provider), { retry_after: RETRY_SECONDS });
    this.reason = reason;
  }
}

/** The provider has refused the request and did nothing. `providerCode`: the provider's code of the reason; empty if it sent none. */
export class ProviderRejection extends Refusal {
  readonly providerCode: string;

  constructor(provider: string, reason: string, providerCode = "") {
    super(422, "PROVIDER_REFUSED", `${provider} refused this: ${reason}`);
    this.providerCode = providerCode;
  }
}

/** The provider already knows a payment with this reference, because the response to an earlier request was lost. */
export class DuplicateBeginError extends Error {}
