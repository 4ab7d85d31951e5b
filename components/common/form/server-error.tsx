import { FullPageMessage } from "@/components/common/full-page-message";
import { ReloadButton } from "@/components/common/reload-button";

/** The specification's route error, in its own spelling. */
export function ServerError() {
  return (
    <FullPageMessage title="Interal Server Error" action={<ReloadButton />}>
      An error occurred while processing your request. Please try again later.
    </FullPageMessage>
  );
}
