import { Skeleton } from "@/components/ui/skeleton";

/** Renders placeholders of the same number and height as the rows, so that nothing shifts. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const numbers = Array.from({ length: rows }, (_, row) => row);
  return (
    <tbody className="max-md:block">
      {numbers.map((row) => (
        <tr key={row} className="h-11 border-b border-border last:border-b-0 max-md:block max-md:h-28">
          <td colSpan={columns} className="px-4 max-md:block max-md:pt-4">
            <Skeleton className="h-4 w-full max-md:w-1/2" />
            <Skeleton className="mt-4 h-4 w-3/4 md:hidden" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
