import { Skeleton } from "../ui/state/skeleton.tsx";

export function PageSkeleton() {
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-8">
      <div className="h-8 w-48 animate-pulse rounded-md bg-hover" />
      <Skeleton rows={4} />
    </div>
  );
}
