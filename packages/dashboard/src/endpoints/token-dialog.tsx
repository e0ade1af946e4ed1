import type { TokenAnswer } from "toolshed/api";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { CodeBlock } from "../ui/text/code-block.tsx";
import { ClientSetup } from "./client-setup.tsx";

/** The only time a token is shown. */
export function TokenDialog({ token, onClose }: { token: TokenAnswer; onClose(): void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your endpoint is ready"
      description="Copy it now: the token isn’t shown again. Anyone with it can use what this endpoint allows."
      wide
      keepOpen
    >
      <div className="flex min-w-0 flex-col gap-5">
        <CodeBlock label="MCP URL" text={token.mcpUrl} />
        <ClientSetup input={token} />
      </div>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
