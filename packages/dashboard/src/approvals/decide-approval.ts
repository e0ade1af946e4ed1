import type { ErrorAnswer } from "toolshed/api";

export type Reach = "once" | "run" | "always";

/** Sends a person's decision. Rejects with a message that is fit to be shown. */
export async function decideApproval(id: string, approved: boolean, reach: Reach): Promise<void> {
  const response = await fetch(`/api/v1/approvals/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ approved, reach }),
  }).catch(() => {
    throw new Error("The gateway does not answer. Is it still running?");
  });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as ErrorAnswer;
  throw new Error(error);
}
