"use client";

import { BalancesPreview } from "@/components/common/balances-preview";
import { PostingsTable } from "@/components/common/postings-table";
import { Card } from "@/components/ui/card";
import { Beside, Section, Specimen } from "./section";

const EFFECT = { is_hidden: false, is_short: false };
const query = { data: undefined, isError: false, isFetching: false, refetch: () => {} };

export const Ledger = () => (
  <Section id="ledger" title="Ledger">
    <Beside>
      <Specimen says="Both sides of an entry, added up">
        <Card className="p-5">
          <PostingsTable
            caption="Wallet funding"
            total
            postings={[
              { key: "1", name: "Provider clearing", detail: "System account", amount: -1_250_000 },
              { key: "2", name: "Ada Obi", detail: "Wallet", amount: 1_235_000 },
              { key: "3", name: "Fees", amount: 15_000 },
            ]}
          />
        </Card>
      </Specimen>
      <Specimen says="Balances before and after">
        <Card className="p-5">
          <BalancesPreview
            query={{
              ...query,
              data: {
                effects: [
                  {
                    ...EFFECT,
                    name: "Grants pool",
                    side: "debit",
                    amount: 5_000_000,
                    before: 8_000_000,
                    after: 3_000_000,
                  },
                  {
                    ...EFFECT,
                    name: "Ada Obi",
                    side: "credit",
                    amount: 5_000_000,
                    before: null,
                    after: null,
                    is_hidden: true,
                  },
                ],
                warnings: [],
                changes: [],
              },
            }}
          />
        </Card>
      </Specimen>
      <Specimen says="Not enough money, and changed since it was requested">
        <Card className="p-5">
          <BalancesPreview
            query={{
              ...query,
              data: {
                effects: [
                  {
                    ...EFFECT,
                    name: "Promotions pool",
                    side: "debit",
                    amount: 9_000_000,
                    before: 8_000_000,
                    after: -1_000_000,
                    is_short: true,
                  },
                ],
                warnings: ["Promotions pool has ₦80,000.00, ₦90,000.00 are needed."],
                changes: ["The balance of Promotions pool is ₦20,000.00 lower."],
              },
            }}
          />
        </Card>
      </Specimen>
      <div className="space-y-5">
        <Specimen says="Balances, loading">
          <Card className="p-5">
            <BalancesPreview query={query} />
          </Card>
        </Specimen>
        <Specimen says="Balances, loading failed">
          <Card className="p-5">
            <BalancesPreview query={{ ...query, isError: true }} />
          </Card>
        </Specimen>
      </div>
    </Beside>
  </Section>
);
