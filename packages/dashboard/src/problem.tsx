import type { RequestError } from "./request.ts";

/** What is wrong, and what to do about it. */
export function Problem({ error }: { error: RequestError }) {
  const signedOut = error.status === 401;
  const linkUsed = signedOut && new URLSearchParams(location.search).has("error");

  return (
    <section role="alert" className="rounded-lg border border-line bg-card p-6">
      <h2 className="mb-2 text-lg font-semibold">
        {linkUsed
          ? "This link has been used or is too old"
          : signedOut
            ? "You are not signed in"
            : "Something is wrong"}
      </h2>
      {signedOut ? (
        <p className="text-quiet">
          A link signs you in once. Run{" "}
          <code className="rounded bg-page px-1.5 py-0.5 text-ink">npx toolshed status</code> where the
          gateway runs, and open the dashboard link it prints.
        </p>
      ) : (
        <p className="text-quiet">{error.message}</p>
      )}
    </section>
  );
}
