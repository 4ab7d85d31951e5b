"use client";

import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { Deadline } from "@/components/common/due";
import { FactList } from "@/components/common/fact-list";
import { PercentChange } from "@/components/common/history/percent-change";
import { ListPreviewCard } from "@/components/common/list-preview-card";
import { Money } from "@/components/common/money";
import { ProgressBar } from "@/components/common/progress-bar";
import { RelativeTime } from "@/components/common/relative-time";
import { StatTile } from "@/components/common/stat-tile";
import { StatusBadge } from "@/components/common/status-badge";
import { RecordSummary, SummaryItem } from "@/components/common/summary";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const LINE_CLASS = "flex flex-wrap items-center gap-x-6 gap-y-2";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Renders times relative to the current time, so that texts such as "5 min ago" are the same in every screenshot. */
function RelativeTimes() {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const timeAfter = (ms: number) => new Date(now + ms).toISOString();
  return (
    <div className={LINE_CLASS}>
      <Deadline at={timeAfter(5 * HOUR_MS)} />
      <Deadline at={timeAfter(HOUR_MS)} />
      <Deadline at={timeAfter(-2 * HOUR_MS)} />
      <Deadline expiry at={timeAfter(6 * 24 * HOUR_MS)} />
      <Deadline expiry at={timeAfter(-HOUR_MS)} />
      <RelativeTime at={timeAfter(-5 * MINUTE_MS)} />
      <RelativeTime at={timeAfter(-12 * 24 * HOUR_MS)} />
    </div>
  );
}

export const FigureExamples = () => (
  <GallerySection id="figures" title="Figures, money, times">
    <GalleryExample caption="Money: more than nothing, nothing, less than nothing, very much">
      <div className={LINE_CLASS}>
        <Money kobo={100_050} />
        <Money kobo={0} />
        <Money kobo={-7_500_000} />
        <Money kobo={9_876_543_210_987} />
      </div>
    </GalleryExample>
    <GalleryExample caption="Times: in full, the day, with seconds">
      <div className={LINE_CLASS}>
        <DateTime at="2026-11-26T08:15:42Z" />
        <DateTime at="2026-11-26T08:15:42Z" dateOnly />
        <DateTime at="2026-11-26T08:15:42Z" seconds />
      </div>
    </GalleryExample>
    <GalleryExample caption="Deadlines: with time, soon, late; expiry: with time, over; how long ago">
      <RelativeTimes />
    </GalleryExample>
    <GalleryExample caption="More, less, the same as before">
      <div className={LINE_CLASS}>
        <PercentChange now={120} before={100} />
        <PercentChange now={80} before={100} />
        <PercentChange now={100} before={100} />
      </div>
    </GalleryExample>
    <GalleryExample caption="Tiles: plain, with a link and a comparison, late">
      <div className="grid gap-4 md:grid-cols-3">
        <StatTile label="Users" value="12,408" note="35 new today" />
        <StatTile
          label="Volume"
          value="₦4.1M"
          href="#figures"
          change={{ now: 410, before: 380 }}
          note="Previous period ₦3.8M"
        />
        <StatTile label="Late" value="3" tone="danger" href="#late" note="The oldest by 2 h" />
      </div>
    </GalleryExample>
    <GalleryExample caption="Summary of a record">
      <RecordSummary label="Summary">
        <SummaryItem label="Balance" note="Nothing on hold">
          <Money kobo={100_050} />
        </SummaryItem>
        <SummaryItem label="Identity">
          <StatusBadge status="approved" />
        </SummaryItem>
        <SummaryItem label="Restricted" tone="warning">
          Withdrawals
        </SummaryItem>
        <SummaryItem label="Disputes" tone="danger" note="₦12,500.00">
          2
        </SummaryItem>
      </RecordSummary>
    </GalleryExample>
    <SideBySide>
      <GalleryExample caption="Facts">
        <FactList
          facts={[
            ["Name", "Ada Obi"],
            ["Phone", <CopyableText key="phone" value="+234 803 000 0001" what="phone" />],
            false,
            ["Address", "14 Marian Road, behind the market, Calabar Municipality, Cross River State"],
          ]}
        />
      </GalleryExample>
      <GalleryExample caption="Facts, closer together">
        <FactList
          dense
          facts={[
            ["Reference", <CopyableText key="reference" value="PSK-8F2K-11AB-90CD-EE01-7745" what="reference" />],
            ["Fee", <Money key="fee" kobo={15_000} />],
          ]}
        />
      </GalleryExample>
    </SideBySide>
    <SideBySide>
      <GalleryExample caption="A few records, with the way to all">
        <ListPreviewCard title="Next events" all={{ href: "#events", label: "All events" }} empty="Events appear here.">
          {["Carnival Calabar", "Leboku festival"].map((name) => (
            <li key={name} className="px-5 py-3">
              {name}
            </li>
          ))}
        </ListPreviewCard>
      </GalleryExample>
      <GalleryExample caption="None of them">
        <ListPreviewCard title="Next events" all={{ href: "#events", label: "All events" }} empty="Events appear here.">
          {[]}
        </ListPreviewCard>
      </GalleryExample>
    </SideBySide>
    <GalleryExample caption="How far it is: nothing, some, all">
      <div className="grid gap-4 md:grid-cols-3">
        <ProgressBar label="Rows downloaded" value={0} max={1_200} />
        <ProgressBar label="People paid" value={450} max={1_200} />
        <ProgressBar label="Tickets checked in" value={1_200} max={1_200} />
      </div>
    </GalleryExample>
  </GallerySection>
);
