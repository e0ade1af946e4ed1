import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, openPage } from "../../fixtures/browser.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { goTo } from "./go-to.ts";
import { askAs } from "./open-dashboard.ts";

const password = "a long enough password";

/** What each page says to a person who may only list notes, and what it must not offer. */
const visits: { path: string; heading: string; shows?: string; hides?: string[] }[] = [
  { path: "/", heading: "Overview" },
  { path: "/connections", heading: "Connections", hides: ["Connect: Granola for the team"] },
  { path: "/endpoints", heading: "Endpoints", shows: "No endpoints yet" },
  { path: "/tools", heading: "Tools" },
  { path: "/tools/samples.notes.list", heading: "Tools" },
  { path: "/tools/samples.notes.delete", heading: "Tools", hides: ["Run"] },
  { path: "/approvals", heading: "Approvals", shows: "Nothing is waiting for you" },
  { path: "/approvals?tab=history", heading: "Approvals", shows: "Nothing has been decided yet" },
  { path: "/approvals?tab=rules", heading: "Approvals", hides: ["New rule"] },
  { path: "/approvals/made-up", heading: "Approvals" },
  { path: "/activity", heading: "Activity" },
  { path: "/sources", heading: "Sources", hides: ["Add a source"] },
  { path: "/members", heading: "Members", shows: "This page is for admins", hides: ["Invite"] },
  { path: "/members?tab=roles", heading: "Members", hides: ["New role"] },
  { path: "/account", heading: "Account", shows: "This browser" },
];

describe.skipIf(!chromiumPath)("a member with a narrow role", () => {
  test("opens every page by keyboard, sees no error, and is offered nothing that would fail", async () => {
    const { gateway, page, refused } = await openMember();
    for (const { path, heading, shows, hides = [] } of visits) {
      refused.length = 0;
      await page.goto(gateway.url + path);
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
      await expect.poll(() => page.getByText("Loading…").count(), { message: path }).toBe(0);
      if (shows) await page.getByText(shows, { exact: true }).waitFor();
      expect.soft(await page.getByText("could not be loaded").count(), path).toBe(0);
      expect.soft(await page.getByText("Something is wrong").count(), path).toBe(0);
      for (const name of hides) expect.soft(await page.getByRole("button", { name }).count(), path).toBe(0);
      // A page asks for nothing that this person may not see: what a forbidden deep link names does not exist for them.
      expect
        .soft(
          refused.filter((line) => !line.startsWith("404")),
          path,
        )
        .toEqual([]);
    }

    await page.goto(gateway.url);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    for (const [key, heading] of [
      ["c", "Connections"],
      ["e", "Endpoints"],
      ["t", "Tools"],
      ["p", "Approvals"],
      ["a", "Activity"],
    ] as const) {
      await page.keyboard.press("Escape");
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await goTo(page, key);
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
    }

    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search everything" });
    await palette.getByRole("option", { name: "Create an endpoint" }).waitFor();
    for (const name of ["Add a source", "Invite a member", "Members", "Sources"])
      expect(await palette.getByRole("option", { name, exact: true }).count(), name).toBe(0);
    const found = page.waitForResponse(/\/api\/v1\/tools\?query=delete/);
    await palette.getByRole("combobox").fill("delete a note");
    await found;
    await palette.getByText(/^\d+ results?$/).waitFor();
    expect(await palette.getByText("samples.notes.delete").count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  test("manages the account, and returns to where a session ended", async () => {
    const { gateway, page } = await openMember();
    const other = await openPage();
    await signIn(other, `${gateway.url}/account`);
    await other.getByText("This browser", { exact: true }).waitFor();

    await page.goto(`${gateway.url}/account`);
    await page.getByLabel("Name").fill("Bea <b>Lind</b>");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: /Bea <b>Lind<\/b>/ }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Sign out Chrome/ }).count()).toBe(1);
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill("an even longer password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The current password is incorrect.").waitFor();
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password is changed").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Sign out Chrome/ }).count()).toBe(0);

    // The other browser finds out with the next answer, and comes back to what was typed, but for passwords.
    await other.getByLabel("Name").fill("Half a name");
    await other.getByLabel("Current password").fill("typed too");
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(other.url()).searchParams.get("next")).toBe("/account");
    await signIn(other, undefined, "an even longer password");
    await other.getByRole("heading", { name: "Account" }).waitFor();
    await expect.poll(() => other.getByLabel("Name").inputValue()).toBe("Half a name");
    expect(await other.getByLabel("Current password").inputValue()).toBe("");

    await page.reload();
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect.poll(() => page.getByRole("button", { name: /^Sign out/ }).count()).toBe(0);
    // A stream that ends says nothing of why: the page asks, and leaves.
    await other.goto(`${gateway.url}/activity`);
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});

async function openMember() {
  const gateway = await startGateway();
  const asCommand = async (method: "POST" | "PUT", path: string, body: unknown) =>
    (await requestAsCommand({ home: gateway.home }, method, path, body)).json();
  await asCommand("PUT", "/roles/note-reader", { patterns: ["samples.notes.list"] });
  const { url } = (await asCommand("POST", "/invitations", { role: "note-reader" })) as { url: string };
  const page = await openPage();
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url);
  await askAs(page, "POST", `/session/invitation/${url.split("/").at(-1)}`, {
    name: "Bea",
    email: "bea@example.com",
    password,
  });
  return { gateway, page, refused };
}

async function signIn(page: Page, url: string | undefined, as = password): Promise<void> {
  if (url) await page.goto(url);
  await page.getByLabel("Email").fill("bea@example.com");
  await page.getByLabel("Password", { exact: true }).fill(as);
  await page.getByRole("button", { name: "Sign in" }).click();
}
