import { Timeline } from "@/components/common/history/timeline";
import { WordDiff } from "@/components/common/history/word-diff";
import { NoteList } from "@/components/common/note-list";
import { Card } from "@/components/ui/card";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const ADMIN = { id: "ada", name: "Ada Obi", email: "ada@crossriverpay.example" };
const SAMPLE_ENTRIES = [
  {
    id: "3",
    at: "2026-11-26T08:15:00Z",
    by: ADMIN,
    actor: "Ada Obi",
    action: "kyc.decide",
    words: "Decided",
    outcome: "done" as const,
    changes: [
      { field: "state", before: "in_review", after: "approved" },
      { field: "note", before: null, after: "Compared with the register." },
    ],
  },
  {
    id: "2",
    at: "2026-11-26T08:10:00Z",
    by: null,
    actor: "Payment provider",
    action: "transaction.reverse",
    words: "Reversed",
    outcome: "refused" as const,
    changes: [],
  },
  {
    id: "1",
    at: "2026-11-25T17:00:00Z",
    by: ADMIN,
    actor: "Ada Obi",
    action: "kyc.claim",
    words: "Claimed",
    outcome: "done" as const,
    changes: [{ field: "assignee", before: "Emmanuel Ogar", after: null }],
  },
];

export const HistoryExamples = () => (
  <GallerySection id="history" title="History and differences">
    <SideBySide>
      <GalleryExample caption="What happened, newest first">
        <Card className="p-5">
          <Timeline entries={SAMPLE_ENTRIES} />
        </Card>
      </GalleryExample>
      <div className="space-y-5">
        <GalleryExample caption="Nothing happened">
          <Card className="p-5">
            <Timeline entries={[]} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Notes of colleagues">
          <Card className="p-5">
            <NoteList
              notes={[
                { id: "2", text: "Called the customer, who sends a new photo.", by: ADMIN, at: "2026-11-26T08:12:00Z" },
                { id: "1", text: "The register was down.\nTry again.", by: ADMIN, at: "2026-11-25T17:05:00Z" },
              ]}
            />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Words that went and words that came">
          <Card className="p-5">
            <WordDiff
              before="Bring your NIN slip and a photo. The office is open from 8 to 4."
              after="Bring your NIN slip, a passport photo and a pen. The office is open from 9 to 4."
            />
          </Card>
        </GalleryExample>
      </div>
    </SideBySide>
  </GallerySection>
);
