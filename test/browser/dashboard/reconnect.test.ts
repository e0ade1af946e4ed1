import { describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { startOauthUpstream } from "../../fixtures/oauth-upstream.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { openDashboard } from "./open-dashboard.ts";

describe.skipIf(!chromiumPath)("a connection that the service ended", () => {
  test("comes first on the Overview and is reconnected with one click", async () => {
    const { page, gateway, ask } = await openDashboard();
    const upstream = await startOauthUpstream();
    const name = new URL(upstream.url).hostname;
    const config = { transport: "http", url: upstream.url, allowPrivate: true };
    await ask("POST", "/sources", { id: "tracker", kind: "mcp", config });
    const { url } = await ask<{ url: string }>("POST", "/connections/tracker/authorize", { name: "work" });
    await page.goto(upstream.allow(url));
    const { call } = await connectClient(gateway.mcpUrl);
    await call("tracker.whoami");
    upstream.revoke();
    await call("tracker.whoami");

    await page.goto(gateway.url);
    await page.getByRole("link", { name: `${name} (work) needs reconnecting` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `Continue to ${name}` }).waitFor();
    // Once opened, it does not come back when the page is reloaded.
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const row = page.getByRole("listitem", { name: `${name}, work` });
    await row.getByText("Needs reconnecting").waitFor();
    await row.getByText("no longer accepts the authorization").waitFor();
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await settle(page, `reconnect-${theme}`);
      expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    }

    await page.goto(`${gateway.url}/connections?reconnect=tracker&account=work`);
    await page.route(`${upstream.origin}/authorize**`, (route) => {
      const back = upstream.allow(route.request().url()).replaceAll("&", "&amp;");
      return route.fulfill({ contentType: "text/html", body: `<a href="${back}">Allow</a>` });
    });
    await dialog.getByRole("button", { name: `Continue to ${name}` }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    expect((await call("tracker.whoami")).content[0]?.text).toBe("user-2 with [redacted]");
    await page.goto(`${gateway.url}/connections`);
    await row.getByText("Connected", { exact: true }).waitFor();
    await row.getByText("Access token expires").waitFor();
  });
});
