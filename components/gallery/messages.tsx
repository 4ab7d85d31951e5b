"use client";

import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { ServerErrorPage } from "@/components/common/form/server-error";
import { FullPageMessage } from "@/components/common/full-page-message";
import { BulkResultList } from "@/components/common/result-list";
import { EmptyListState, LoadFailed, NoMatchesState, PageBeyondEndState } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { toast } from "@/lib/client/toast";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const noop = () => {};
const AWAITING_REQUEST = {
  change: "Raises the pool of Carnival Calabar to ₦5,000,000.00",
  requested_by: { id: "ada", name: "Ada Obi", email: "ada@crossriverpay.example" },
  requested_at: "2026-11-24T09:30:00Z",
  expires_at: "2026-12-01T09:30:00Z",
  approvers: [
    { id: "emmanuel", name: "Emmanuel Ogar", email: "emmanuel@crossriverpay.example" },
    { id: "ndidi", name: "Ndidi Bassey", email: "ndidi@crossriverpay.example" },
  ],
  kept_out: [
    {
      id: "ini",
      name: "Ini Ada",
      email: "ini@crossriverpay.example",
      reason: "No other admin has confirmed yet that this account and the one that asked are two people.",
    },
  ],
};

const Alerts = () => (
  <GallerySection id="alerts" title="Messages in the page">
    <GalleryExample caption="By tone">
      <div className="space-y-2">
        <Alert tone="info">The list is read again every few seconds.</Alert>
        <Alert tone="success" title="Published">
          Citizens see it now.
        </Alert>
        <Alert tone="warning" title="Current version" action={<Button size="sm">Show</Button>}>
          Somebody changed it since you opened it.
        </Alert>
        <Alert tone="danger">Only ₦59,000.00 is left to refund, not ₦60,000.00.</Alert>
      </div>
    </GalleryExample>
    <GalleryExample caption="Awaiting approval: for one who may decide, for one who asked, while nobody can decide">
      <div className="space-y-2">
        <AwaitingApprovalNotice
          awaiting={AWAITING_REQUEST}
          me="ndidi"
          nobody="another finance officer"
          balances={{ query: LOADING_QUERY, isShown: false, onShow: noop }}
          busy={false}
          onWithdraw={noop}
        />
        <AwaitingApprovalNotice
          awaiting={AWAITING_REQUEST}
          me="ada"
          nobody="another finance officer"
          busy={false}
          onWithdraw={noop}
        />
        <AwaitingApprovalNotice
          awaiting={{ ...AWAITING_REQUEST, approvers: [] }}
          nobody="another full administrator"
          busy={false}
          onWithdraw={noop}
        />
      </div>
    </GalleryExample>
    <GalleryExample caption="What became of each row">
      <BulkResultList
        results={[
          { id: "1", name: "KYC-000123", done: true, message: "Assigned to Ada Obi" },
          { id: "2", name: "KYC-000124", done: false, message: "Already decided. Reopen it first." },
        ]}
      />
    </GalleryExample>
    <GalleryExample caption="Short messages at the edge of the window">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => toast.success("Roads is saved.")}>Show success</Button>
        <Button onClick={() => toast.error("Roads could not be saved. Try again.")}>Show failure</Button>
        <Button onClick={() => toast("Ada Obi claimed KYC-000123.")}>Show news</Button>
      </div>
    </GalleryExample>
  </GallerySection>
);

const LOADING_QUERY = { data: undefined, isError: false, isFetching: true, refetch: noop };

const States = () => (
  <GallerySection id="states" title="Instead of a list">
    <SideBySide>
      <GalleryExample caption="Nothing there">
        <Card>
          <EmptyListState action={<Button variant="primary">New category</Button>}>
            Categories appear here.
          </EmptyListState>
        </Card>
      </GalleryExample>
      <GalleryExample caption="Nothing matches the filters">
        <Card>
          <NoMatchesState onClear={noop} />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Behind the last page">
        <Card>
          <PageBeyondEndState onFirst={noop} />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Loading failed">
        <Card>
          <LoadFailed message="The service can't be reached. Check your connection and try again." onRetry={noop} />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Loading failed, tried again">
        <Card>
          <LoadFailed busy onRetry={noop} />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Loading failed, trying again does not help">
        <Card>
          <LoadFailed message="This file can't be shown." />
        </Card>
      </GalleryExample>
    </SideBySide>
  </GallerySection>
);

const WholePages = () => (
  <GallerySection id="whole-pages" title="Instead of a page">
    <SideBySide>
      <GalleryExample caption="Not found">
        <FullPageMessage
          code="404"
          title="Oops! Page not found"
          action={
            <ButtonLink href="#whole-pages" variant="primary" size="lg">
              Back to home
            </ButtonLink>
          }
        >
          The page does not exist or has moved.
        </FullPageMessage>
      </GalleryExample>
      <GalleryExample caption="Failed">
        <ServerErrorPage />
      </GalleryExample>
    </SideBySide>
  </GallerySection>
);

export const MessageExamples = () => (
  <>
    <Alerts />
    <States />
    <WholePages />
  </>
);
