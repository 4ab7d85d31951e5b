"use client";

import { useState } from "react";
import { SearchableRows, useSearchText } from "@/components/common/form/searched-rows";
import { SearchField } from "@/components/common/table/search-field";
import { Card, CardHeader } from "@/components/ui/card";
import { Checkbox, CheckboxRow } from "@/components/ui/checkbox";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const CHANNELS = [
  { value: "card", label: "Card" },
  { value: "ussd", label: "USSD" },
];

const FOUND_QUERY = { data: [], error: null, isFetching: false, refetch: () => {} };
const FAILED_QUERY = { ...FOUND_QUERY, data: undefined, error: new Error("The service can't be reached.") };

export function InputExamples() {
  const [searchText, setSearchText] = useState("");
  const search = useSearchText();
  return (
    <GallerySection id="inputs" title="Inputs">
      <SideBySide>
        <GalleryExample caption="Text: empty, filled, wrong, disabled">
          <div className="space-y-2">
            <Input aria-label="Empty" placeholder="Name of the category" />
            <Input aria-label="Filled" defaultValue="Roads" />
            <Input aria-label="Wrong" aria-invalid defaultValue="R" />
            <Input aria-label="Disabled" disabled defaultValue="Roads" />
          </div>
        </GalleryExample>
        <GalleryExample caption="Choice: nothing chosen, chosen, small, disabled">
          <div className="space-y-2">
            <Select
              aria-label="Nothing chosen"
              options={CHANNELS}
              placeholder="Choose a channel"
              className="flex w-full"
            />
            <Select aria-label="Chosen" options={CHANNELS} defaultValue="ussd" className="flex w-full" />
            <Select aria-label="Small" dense options={CHANNELS} defaultValue="card" className="w-36" />
            <Select aria-label="Disabled choice" disabled options={CHANNELS} className="flex w-full" />
          </div>
        </GalleryExample>
        <GalleryExample caption="Several lines">
          <Textarea
            aria-label="Reason"
            defaultValue={"The photo is blurred.\nPlease send it again."}
            className="block"
          />
        </GalleryExample>
        <GalleryExample caption="Ticks: off, on, some, disabled, as lines of a menu">
          <div className="flex gap-4">
            <Checkbox aria-label="Off" />
            <Checkbox aria-label="On" defaultChecked />
            <Checkbox aria-label="Some" mixed />
            <Checkbox aria-label="Disabled tick" disabled defaultChecked />
          </div>
          <CheckboxRow label="Roads" defaultChecked />
          <CheckboxRow label="Potholes" inset />
        </GalleryExample>
      </SideBySide>
      <GalleryExample caption="Search">
        <SearchField value={searchText} label="Search by name or reference" onSearch={setSearchText} />
      </GalleryExample>
      <SideBySide>
        <GalleryExample caption="Rows to choose from, found by typing">
          <SearchableRows label="Find an event" placeholder="Name of the event" search={search} query={FOUND_QUERY}>
            <CheckboxRow label="Carnival Calabar" />
            <CheckboxRow label="Leboku festival" defaultChecked />
          </SearchableRows>
        </GalleryExample>
        <GalleryExample caption="Finding failed">
          <SearchableRows label="Find a user" placeholder="Name or phone number" search={search} query={FAILED_QUERY}>
            {null}
          </SearchableRows>
        </GalleryExample>
      </SideBySide>
      <GalleryExample caption="A card with a head">
        <Card>
          <CardHeader title="Details" description="As the citizen sent them." />
          <p className="px-5 pb-5">The card's content.</p>
        </Card>
      </GalleryExample>
    </GallerySection>
  );
}
