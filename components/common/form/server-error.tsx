import { FullPageMessage } from "@/components/common/full-page-message";
import { ReloadButton } from "@/components/common/reload-button";
import { pageId } from "@/lib/client/page-id";
import { useIsHydrated } from "@/lib/client/use-in-browser";

/**
 * Renders the error page of a route, with the exact texts of the specification. Shows the request id and the error's digest, by
 * which support finds the error in the log.
 */
export function ServerErrorPage({ digest }: { digest?: string }) {
  const requestId = useIsHydrated() ? pageId() : undefined;
  return (
    <FullPageMessage title="Interal Server Error" action={<ReloadButton />}>
      An error occurred while processing your request. Please try again later.
      {(requestId || digest) && (
        <span className="mt-3 block text-sm wrap-anywhere">
          If it happens again, tell support this request id: {[requestId, digest].filter(Boolean).join(" / ")}
        </span>
      )}
    </FullPageMessage>
  );
}
