import { MutationObserver, type MutationOptions } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { createContentEntryMutation } from "./content-entries";
import { copyProgrammeMutation } from "./grant";
import { createBatchMutation } from "./grant-payouts";
import { claimNextIreportMutation } from "./ireport";
import { claimIreportMutation } from "./ireport-record";
import { resubmitKycMutation, submitKycMutation } from "./kyc";
import { claimKycMutation } from "./kyc-review";
import { claimNextKycMutation } from "./kyc-work";
import { copyPromotionMutation } from "./promotion";

const RECORD_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
// biome-ignore lint/suspicious/noExplicitAny: a table of mutations with different inputs
const MUTATIONS: readonly [name: string, options: MutationOptions<any, Error, any>, input: unknown][] = [
  ["a new KYC request", submitKycMutation("key"), { user_id: RECORD_ID }],
  ["a resubmitted KYC request", resubmitKycMutation("key"), { kycId: RECORD_ID }],
  ["the next KYC request", claimNextKycMutation(), { idempotencyKey: "key" }],
  ["a claimed KYC request", claimKycMutation(), RECORD_ID],
  ["the next report", claimNextIreportMutation(), { idempotencyKey: "key" }],
  ["a claimed report", claimIreportMutation(), RECORD_ID],
  ["a new announcement", createContentEntryMutation("announcements", "key"), {}],
  ["a copied programme", copyProgrammeMutation("key"), RECORD_ID],
  ["a copied promotion", copyPromotionMutation("key"), RECORD_ID],
  ["a new payout", createBatchMutation("key"), { programme_id: RECORD_ID }],
];
const UNREADABLE_ANSWERS = [null, {}, "a text"];

it.each(MUTATIONS.flatMap((mutation) => UNREADABLE_ANSWERS.map((answer) => [...mutation, answer] as const)))(
  "the mutation for %s fails if the response contains no record",
  async (_name, options, input, data) => {
    vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
    const mutation = new MutationObserver(makeQueryClient(), options);
    await expect(mutation.mutate(input)).rejects.toThrow(/^The service returned an unreadable response\./);
  },
);
