import { Button } from "@/components/ui/button";

/** Renders the buttons below a filter's form. @param onClear removes the filter */
export const FilterPanelButtons = ({ onClear }: { onClear: () => void }) => (
  <div className="flex justify-end gap-2">
    <Button variant="ghost" onClick={onClear}>
      Clear
    </Button>
    <Button type="submit" variant="primary">
      Apply
    </Button>
  </div>
);
