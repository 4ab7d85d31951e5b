import { FullPageMessage } from "@/components/common/full-page-message";
import { ReloadButton } from "@/components/common/reload-button";

/** Renders the specification's route error page. Its texts keep the specification's spelling. */
export function ServerError() {
  return (
    <FullPageMessage title="Interal Server Error" action={<ReloadButton />}>
      An error occurred while processing your request. Please try again later.
    </FullPageMessage>
  );
}
