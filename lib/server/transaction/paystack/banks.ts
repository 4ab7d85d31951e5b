import "server-only";
import { z } from "zod";
import type { ProviderBank } from "@/lib/server/transaction/provider-port";
import { callPaystack, cleanText } from "./request";

const bankData = z.object({
  name: z.string().min(1),
  code: z.string().regex(/^\d{3,6}$/),
  nip_sort_code: z.string().nullish(),
  active: z.boolean().default(true),
  is_deleted: z.boolean().nullish(),
  supports_transfer: z.boolean().default(true),
});

const MAX_PAGES = 50;

/** Reads all Nigerian banks. Leaves out entries whose code is no bank code, such as wallets of other countries. */
export async function fetchPaystackBanks(): Promise<ProviderBank[]> {
  const found = new Map<string, ProviderBank>();
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < MAX_PAGES; page++) {
    const answer: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
    for (const item of answer.data) {
      const bank = bankData.safeParse(item).data;
      if (bank && !found.has(bank.code)) found.set(bank.code, toBank(bank));
    }
    cursor = answer.nextCursor;
  }
  return [...found.values()];
}

const readPage = (cursor: string) =>
  callPaystack({
    method: "GET",
    path: `/bank?country=nigeria&currency=NGN&use_cursor=true&perPage=100&include_nip_sort_code=true${cursor && `&next=${encodeURIComponent(cursor)}`}`,
    name: "banks",
    data: z.array(z.unknown()),
    isRepeatable: true,
  });

const toBank = (bank: z.output<typeof bankData>): ProviderBank => ({
  code: bank.code,
  name: cleanText(bank.name, 100),
  institution: /^\d{6}$/.test(bank.nip_sort_code ?? "") ? (bank.nip_sort_code ?? null) : null,
  isActive: bank.active && !bank.is_deleted && bank.supports_transfer,
});

/** Returns the name of an account at its bank. */
export async function fetchPaystackAccountName(account: { bankCode: string; accountNumber: string }): Promise<string> {
  const query = new URLSearchParams({ account_number: account.accountNumber, bank_code: account.bankCode });
  const { data } = await callPaystack({
    method: "GET",
    path: `/bank/resolve?${query}`,
    name: "resolve",
    data: z.object({ account_name: z.string().min(1) }),
    isRepeatable: true,
  });
  return cleanText(data.account_name, 200);
}
