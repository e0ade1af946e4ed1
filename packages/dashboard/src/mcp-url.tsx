import { useState } from "react";

/** Shows the URL without its token until asked, so that it can be on a shared screen. */
export function McpUrl({ url }: { url: string }) {
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState<"yes" | "failed">();
  const masked = url.replace(/tsk_.*/, "tsk_••••••••");

  async function copy() {
    const result = await navigator.clipboard.writeText(url).then(
      () => "yes" as const,
      () => "failed" as const,
    );
    setCopied(result);
    if (result === "failed") setShown(true);
  }

  return (
    <section aria-labelledby="mcp-url" className="rounded-lg border border-line bg-card p-4 sm:p-6">
      <h2 id="mcp-url" className="mb-1 text-lg font-semibold">
        MCP URL
      </h2>
      <p className="mb-4 text-quiet">
        Give it to your MCP client. Whoever has it can use your tools, so keep it to yourself.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 grow basis-64 rounded-md bg-page px-3 py-2 text-sm break-all">
          {shown ? url : masked}
        </code>
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="rounded-md border border-line px-3 py-2 text-sm font-medium"
        >
          {shown ? "Hide" : "Show"}
        </button>
        <button
          type="button"
          onClick={copy}
          className="rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent"
        >
          Copy
        </button>
      </div>
      <p role="status" className="mt-2 text-sm text-quiet empty:hidden">
        {copied === "yes" && "Copied."}
        {copied === "failed" && "The browser did not allow copying: select the URL and copy it yourself."}
      </p>
    </section>
  );
}
