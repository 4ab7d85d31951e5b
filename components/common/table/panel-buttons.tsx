import { Button } from "@/components/ui/button";

/** Below what a filter's form asks for. @param onClear takes the filter off */
export const PanelButtons = ({ onClear }: { onClear: () => void }) => (
  <div className="flex justify-end gap-2">
    <Button variant="ghost" onClick={onClear}>
      Clear
    </Button>
    <Button type="submit" variant="primary">
      Apply
    </Button>
  </div>
);
