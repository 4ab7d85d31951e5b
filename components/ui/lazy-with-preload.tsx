import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  useEffect,
  useState,
  useTransition,
} from "react";
import { toast } from "@/lib/client/toast";
import { Alert } from "./alert";
import { Button } from "./button";

/** Type bound of React's `lazy`. The component keeps its prop types, so callers never see this `any`. */
// biome-ignore lint/suspicious/noExplicitAny: React's own type
type AnyComponent = ComponentType<any>;

/** Callbacks that close a dialog or popover. */
type CloseProps = { onClose?: () => void; onOpenChange?: (open: boolean) => void };

const FAILURE_TEXT = "This couldn't be loaded. Check your connection and try again, or reload the page.";

type FailureProps = {
  /** Props of the component whose code failed to load. */
  props: CloseProps;
  /** Replaces the failed component, and returns a component that loads the code again. */
  replaceFailed: () => AnyComponent;
};

/** Replaces a component whose code failed to load. Closes a dialog; page content becomes a message with Retry. */
function LoadFailure(failure: FailureProps) {
  return failure.props.onClose || failure.props.onOpenChange ? (
    <DialogFailure {...failure} />
  ) : (
    <ContentFailure {...failure} />
  );
}

function DialogFailure({ props: { onClose, onOpenChange }, replaceFailed }: FailureProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the failure once
  useEffect(() => {
    toast.error(FAILURE_TEXT);
    onClose?.();
    onOpenChange?.(false);
    return () => void replaceFailed();
  }, []);
  return null;
}

function ContentFailure({ props, replaceFailed }: FailureProps) {
  const [Retried, setRetried] = useState<AnyComponent>();
  const [isRetrying, startRetry] = useTransition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next visit tries again
  useEffect(() => () => void replaceFailed(), []);
  if (Retried) return <Retried {...props} />;
  const retry = () => {
    const next = replaceFailed();
    startRetry(() => setRetried(() => next));
  };
  return (
    <Alert
      tone="danger"
      action={
        <Button size="sm" busy={isRetrying} onClick={retry}>
          Retry
        </Button>
      }
    >
      {FAILURE_TEXT}
    </Alert>
  );
}

/** Renders one instance of a lazy component. Keeps the loaded code, so that a retry by another instance does not remount this one. */
function LazyInstance({ getComponent, props }: { getComponent: () => AnyComponent; props: object }) {
  const [Component] = useState(getComponent);
  return <Component {...props} />;
}

/**
 * Wraps a component whose code loads on first render, such as a dialog. Render it within `Suspense`. Call `preload` on hover and
 * focus of the button that opens it. Rendering retries a failed preload.
 * If rendering fails too, the browser is offline or the server runs a newer build. A dialog or popover (with `onClose` or
 * `onOpenChange`) then closes with a toast. Other components are replaced by a message with Retry; the rest of the page is
 * unaffected.
 */
export function lazyWithPreload<Module extends Record<Name, AnyComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): ((props: ComponentProps<Module[Name]>) => ReactNode) & { preload: () => void } {
  let Current = createComponent();
  const getCurrent = () => Current;
  return Object.assign(
    (props: ComponentProps<Module[Name]>) => <LazyInstance getComponent={getCurrent} props={props} />,
    { preload: () => void load().catch(() => {}) },
  );

  function createComponent(): AnyComponent {
    const Component = lazy<AnyComponent>(() =>
      load().then(
        (module) => ({ default: module[name] }),
        (error: unknown) => {
          console.error(error);
          return {
            default: (props: CloseProps) => (
              <LoadFailure props={props} replaceFailed={() => replaceFailed(Component)} />
            ),
          };
        },
      ),
    );
    return Component;
  }

  /** Creates a new lazy component, because React caches a failure of `lazy`. If another instance has retried, returns its component. */
  function replaceFailed(failed: AnyComponent): AnyComponent {
    if (Current === failed) Current = createComponent();
    return Current;
  }
}
