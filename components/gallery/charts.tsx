"use client";

import { BarChart } from "@/components/common/chart/bar-chart";
import { ShareOfTotalLine, ShareOfTotalList, ShareOfTotalSum } from "@/components/common/share-list";
import { Card } from "@/components/ui/card";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const DAILY_VOLUME = [120, 310, 95, 0, 270, 410, 180, 220, 60, 330, 150, 240, 90, 275];
const PREVIOUS_VOLUME = [90, 280, 120, 40, 300, 350, 160, 260, 80, 250, 170, 200, 110, 190];
const POINTS = DAILY_VOLUME.map((value, index) => ({
  label: `${13 + index} Nov 2026`,
  values: [value * 100_000, (PREVIOUS_VOLUME[index] ?? 0) * 100_000],
}));
const SERIES = [
  { name: "Volume", className: "fill-primary" },
  { name: "Previous period", className: "fill-muted/40" },
];
const SHARES = [
  { key: "card", label: "Card", count: 412, amount: 2_410_000_00, href: "#card", before: 2_000_000_00 },
  { key: "ussd", label: "USSD", count: 198, amount: 980_000_00, href: "#ussd", before: 1_100_000_00 },
  { key: "transfer", label: "Bank transfer", count: 3, amount: 12_500_00, href: "#transfer", before: 0 },
];

export const ChartExamples = () => (
  <GallerySection id="charts" title="Charts and shares">
    <SideBySide>
      <GalleryExample caption="Two series, money">
        <Card className="p-5">
          <BarChart caption="Volume by day" axis="Day" series={SERIES} points={POINTS} unit="money" />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Nothing in this period">
        <Card className="p-5">
          <BarChart
            caption="Reports by day"
            axis="Day"
            series={SERIES.slice(0, 1)}
            points={POINTS.map(({ label }) => ({ label, values: [0] }))}
          />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Parts of a whole">
        <ShareOfTotalList title="By channel" shares={SHARES} empty="No payments in this period." />
      </GalleryExample>
      <div className="space-y-5">
        <GalleryExample caption="Parts of a whole, none">
          <ShareOfTotalList title="By method" shares={[]} empty="No payments in this period." />
        </GalleryExample>
        <GalleryExample caption="Parts without their bars">
          <Card className="p-5 text-sm">
            <ul className="space-y-3">
              {SHARES.slice(0, 2).map((share) => (
                <ShareOfTotalLine key={share.key} share={{ ...share, href: `#line-${share.key}` }} />
              ))}
            </ul>
            <ShareOfTotalSum shares={SHARES.slice(0, 2)} />
          </Card>
        </GalleryExample>
      </div>
    </SideBySide>
  </GallerySection>
);
