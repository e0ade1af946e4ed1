/** Stands for a service whose logo is not ours to show. */
export function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-sunken font-semibold text-quiet uppercase"
    >
      {name.slice(0, 2)}
    </span>
  );
}
