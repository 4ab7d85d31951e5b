import { FullPageMessage } from "@/components/common/full-page-message";
import { ReloadButton } from "@/components/common/reload-button";
import { pageId } from "@/lib/client/page-id";
import { useIsHydrated } from "@/lib/client/use-in-browser";

/**
 * Renders the specification's route error page. Its texts keep the specification's spelling. Names the request id and
 * the digest of the error, by which support finds the error in the log.
 */
export function ServerError({ digest }: { digest?: string }) {
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
