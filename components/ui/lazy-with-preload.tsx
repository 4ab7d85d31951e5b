import { type ComponentProps, type ComponentType, lazy, type ReactNode, useEffect } from "react";
import { toast } from "@/lib/client/toast";

/** Type bound of React's `lazy`. The component keeps its prop types, so callers never see this `any`. */
// biome-ignore lint/suspicious/noExplicitAny: React's own type
type AnyComponent = ComponentType<any>;

/** Props with which a dialog or popover is closed. */
type CloseProps = { onClose?: () => void; onOpenChange?: (open: boolean) => void };

const FAILURE_TEXT = "This couldn't be loaded. Check your connection and try again, or reload the page.";

/** Rendered in place of a component whose code failed to load. Reports it, and closes the dialog. */
function LoadFailure({ onClose, onOpenChange, onUnmount }: CloseProps & { onUnmount: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the failure once
  useEffect(() => {
    toast.error(FAILURE_TEXT);
    onClose?.();
    onOpenChange?.(false);
    return onUnmount;
  }, []);
  return null;
}

/**
 * Wraps a component that loads when first rendered, such as a dialog. Render it within `Suspense`. Call `preload` on hover and
 * focus of the button that opens it. A failed preload is ignored; rendering tries again. If that fails too, because the browser is
 * offline or the server has a newer build, a toast says so, and a dialog closes. The rest of the page stays as it is.
 */
export function lazyWithPreload<Module extends Record<Name, AnyComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): ((props: ComponentProps<Module[Name]>) => ReactNode) & { preload: () => void } {
  let Current = createComponent();
  return Object.assign((props: ComponentProps<Module[Name]>) => <Current {...props} />, {
    preload: () => void load().catch(() => {}),
  });

  function createComponent(): AnyComponent {
    return lazy<AnyComponent>(() =>
      load().then(
        (module) => ({ default: module[name] }),
        (error: unknown) => {
          console.error(error);
          return { default: (props: CloseProps) => <LoadFailure {...props} onUnmount={retryNextTime} /> };
        },
      ),
    );
  }

  /** Replaces the component, because React keeps the result of `lazy`, even a failure. */
  function retryNextTime() {
    Current = createComponent();
  }
}
