import type { ConsentAnswer } from "toolshed/api";

/** Who asks, and how far its name can be believed. */
export function ClientNotice({ client }: { client: ConsentAnswer["client"] }) {
  const { name, isVerified, host, redirectTo } = client;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-quiet">App</dt>
        <dd className="font-medium wrap-anywhere">{name}</dd>
        {host !== null && (
          <>
            <dt className="text-quiet">Published by</dt>
            <dd className="font-medium wrap-anywhere">{host}</dd>
          </>
        )}
        <dt className="text-quiet">Answer goes to</dt>
        <dd className="font-medium wrap-anywhere">{redirectTo}</dd>
      </dl>
      {!isVerified && (
        <p role="note" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          This app registered itself, and nobody has checked its name. Continue only if you have just started
          this in an app you trust.
        </p>
      )}
    </>
  );
}
