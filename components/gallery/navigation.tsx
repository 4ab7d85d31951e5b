import { ActionBar } from "@/components/common/action-bar";
import { PageHeader } from "@/components/common/page-header";
import { PeriodLinks } from "@/components/common/period-links";
import { StatusBadge } from "@/components/common/status-badge";
import { TabLinks } from "@/components/common/tab-links";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { Tooltip } from "@/components/ui/tooltip";
import { GalleryExample, GallerySection } from "./section";

const TABS = ["Details", "Ticket types", "Figures", "Activity"].map((label, at) => ({ label, href: `#tab-${at}` }));

export const NavigationExamples = () => (
  <GallerySection id="navigation" title="Head of a page, tabs, links">
    <GalleryExample caption="Head of a page: the way here, reference, state, sentence, actions">
      <PageHeader
        title="TRX-000412"
        breadcrumbs={[
          { label: "Transactions", href: "#transactions" },
          { label: "All transactions", href: "#all-transactions" },
        ]}
        copies="reference"
        badge={<StatusBadge status="succeeded" />}
        description="Wallet funding by USSD"
        actions={
          <>
            <Button>Dispute</Button>
            <Button variant="danger">Refund</Button>
          </>
        }
      />
    </GalleryExample>
    <GalleryExample caption="Tabs, the second one is open">
      <TabLinks label="Parts of the event" tabs={TABS} current="#tab-1" />
    </GalleryExample>
    <GalleryExample caption="Period of the figures">
      <div className="flex">
        <PeriodLinks
          periods={[
            { label: "7 days", href: "#7", current: false },
            { label: "30 days", href: "#30", current: true },
            { label: "12 months", href: "#12", current: false },
          ]}
        />
      </div>
    </GalleryExample>
    <GalleryExample caption="A link, and an icon whose name shows beside it when it is pointed at">
      <div className="flex items-center gap-4">
        <HoverLink href="#navigation" className="rounded-sm font-medium text-primary hover:underline">
          Open the user
        </HoverLink>
        <Tooltip label="System wallet">
          <Button size="icon" aria-label="System wallet">
            ₦
          </Button>
        </Tooltip>
      </div>
    </GalleryExample>
    <GalleryExample caption="Actions at the foot of a page">
      <div className="px-4 pb-6 md:px-8">
        <ActionBar label="Decision">
          <div className="flex flex-wrap gap-2">
            <Button variant="primary">Approve</Button>
            <Button variant="danger">Reject</Button>
          </div>
        </ActionBar>
      </div>
    </GalleryExample>
  </GallerySection>
);
