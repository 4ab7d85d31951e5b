"use client";

import { BalancesPreview } from "@/components/common/balances-preview";
import { PostingsTable } from "@/components/common/postings-table";
import { RowsTable } from "@/components/common/table/rows-table";
import { accountStatementColumns } from "@/components/common/table/statement";
import { Card } from "@/components/ui/card";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const BASE_EFFECT = { is_hidden: false, is_short: false };
const idleQuery = { data: undefined, isError: false, isFetching: false, refetch: () => {} };

const STATEMENT = [
  {
    id: "2",
    posted_at: "2026-11-26T08:15:00Z",
    kind: "payment",
    amount: -250_000,
    balance_after: 1_000_000,
    text: "Electricity",
  },
  {
    id: "1",
    posted_at: "2026-11-25T17:40:00Z",
    kind: "funding",
    amount: 1_250_000,
    balance_after: 1_250_000,
    text: "Card",
  },
];
const STATEMENT_COLUMNS = accountStatementColumns<(typeof STATEMENT)[number]>(({ text }) => text);

export const LedgerExamples = () => (
  <GallerySection id="ledger" title="Ledger">
    <GalleryExample caption="Statement of an account">
      <RowsTable label="Statement" columns={STATEMENT_COLUMNS} rows={STATEMENT} rowId={({ id }) => id} />
    </GalleryExample>
    <SideBySide>
      <GalleryExample caption="Both sides of an entry, added up">
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
      </GalleryExample>
      <GalleryExample caption="Balances before and after">
        <Card className="p-5">
          <BalancesPreview
            query={{
              ...idleQuery,
              data: {
                effects: [
                  {
                    ...BASE_EFFECT,
                    name: "Grants pool",
                    side: "debit",
                    amount: 5_000_000,
                    before: 8_000_000,
                    after: 3_000_000,
                  },
                  {
                    ...BASE_EFFECT,
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
      </GalleryExample>
      <GalleryExample caption="Not enough money, and changed since it was requested">
        <Card className="p-5">
          <BalancesPreview
            query={{
              ...idleQuery,
              data: {
                effects: [
                  {
                    ...BASE_EFFECT,
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
      </GalleryExample>
      <div className="space-y-5">
        <GalleryExample caption="Balances, loading">
          <Card className="p-5">
            <BalancesPreview query={idleQuery} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Balances, loading failed">
          <Card className="p-5">
            <BalancesPreview query={{ ...idleQuery, isError: true }} />
          </Card>
        </GalleryExample>
      </div>
    </SideBySide>
  </GallerySection>
);
