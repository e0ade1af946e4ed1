/** Says that a search may have missed tools. */
export function IndexingHint({ indexed, total }: { indexed: number; total: number }) {
  return (
    <p role="status" className="text-sm text-quiet">
      Tools are still being indexed ({indexed.toLocaleString("en")} of {total.toLocaleString("en")}), so some
      may be missing.
    </p>
  );
}
