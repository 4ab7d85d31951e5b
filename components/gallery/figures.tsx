"use client";

import { Ago } from "@/components/common/ago";
import { Copied } from "@/components/common/copied";
import { DateTime } from "@/components/common/date-time";
import { Due } from "@/components/common/due";
import { FactList } from "@/components/common/fact-list";
import { Change } from "@/components/common/history/change";
import { Money } from "@/components/common/money";
import { ProgressBar } from "@/components/common/progress-bar";
import { ShortListCard } from "@/components/common/short-list-card";
import { StatTile } from "@/components/common/stat-tile";
import { StatusBadge } from "@/components/common/status-badge";
import { Summary, SummaryItem } from "@/components/common/summary";
import { Example, Section, SideBySide } from "./section";

const LINE = "flex flex-wrap items-center gap-x-6 gap-y-2";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Relative to the current time, so that the texts are always the same. */
function Relative() {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const at = (later: number) => new Date(now + later).toISOString();
  return (
    <div className={LINE}>
      <Due at={at(5 * HOUR)} />
      <Due at={at(HOUR)} />
      <Due at={at(-2 * HOUR)} />
      <Due expiry at={at(6 * 24 * HOUR)} />
      <Due expiry at={at(-HOUR)} />
      <Ago at={at(-5 * MINUTE)} />
      <Ago at={at(-12 * 24 * HOUR)} />
    </div>
  );
}

export const Figures = () => (
  <Section id="figures" title="Figures, money, times">
    <Example says="Money: more than nothing, nothing, less than nothing, very much">
      <div className={LINE}>
        <Money kobo={100_050} />
        <Money kobo={0} />
        <Money kobo={-7_500_000} />
        <Money kobo={9_876_543_210_987} />
      </div>
    </Example>
    <Example says="Times: in full, the day, with seconds">
      <div className={LINE}>
        <DateTime at="2026-11-26T08:15:42Z" />
        <DateTime at="2026-11-26T08:15:42Z" dateOnly />
        <DateTime at="2026-11-26T08:15:42Z" seconds />
      </div>
    </Example>
    <Example says="Deadlines: with time, soon, late; expiry: with time, over; how long ago">
      <Relative />
    </Example>
    <Example says="More, less, the same as before">
      <div className={LINE}>
        <Change now={120} before={100} />
        <Change now={80} before={100} />
        <Change now={100} before={100} />
      </div>
    </Example>
    <Example says="Tiles: plain, with a link and a comparison, late">
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
    </Example>
    <Example says="Summary of a record">
      <Summary label="Summary">
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
      </Summary>
    </Example>
    <SideBySide>
      <Example says="Facts">
        <FactList
          facts={[
            ["Name", "Ada Obi"],
            ["Phone", <Copied key="phone" value="+234 803 000 0001" what="phone" />],
            false,
            ["Address", "14 Marian Road, behind the market, Calabar Municipality, Cross River State"],
          ]}
        />
      </Example>
      <Example says="Facts, closer together">
        <FactList
          dense
          facts={[
            ["Reference", <Copied key="reference" value="PSK-8F2K-11AB-90CD-EE01-7745" what="reference" />],
            ["Fee", <Money key="fee" kobo={15_000} />],
          ]}
        />
      </Example>
    </SideBySide>
    <SideBySide>
      <Example says="A few records, with the way to all">
        <ShortListCard title="Next events" all={{ href: "#events", label: "All events" }} empty="Events appear here.">
          {["Carnival Calabar", "Leboku festival"].map((name) => (
            <li key={name} className="px-5 py-3">
              {name}
            </li>
          ))}
        </ShortListCard>
      </Example>
      <Example says="None of them">
        <ShortListCard title="Next events" all={{ href: "#events", label: "All events" }} empty="Events appear here.">
          {[]}
        </ShortListCard>
      </Example>
    </SideBySide>
    <Example says="How far it is: nothing, some, all">
      <div className="grid gap-4 md:grid-cols-3">
        <ProgressBar label="Rows downloaded" value={0} max={1_200} />
        <ProgressBar label="People paid" value={450} max={1_200} />
        <ProgressBar label="Tickets checked in" value={1_200} max={1_200} />
      </div>
    </Example>
  </Section>
);
