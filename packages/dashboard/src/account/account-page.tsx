import { useAnswer } from "../api/use-answer.ts";
import { themes, useTheme } from "../shell/use-theme.ts";
import { Segments } from "../ui/form/segments.tsx";
import { Card } from "../ui/page/card.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { Section } from "../ui/page/section.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { NameForm } from "./name-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SessionList } from "./session-list.tsx";

/** What people manage of their own account. */
export function AccountPage() {
  const account = useAnswer("GET /account", {});
  const [theme, setTheme] = useTheme();
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <PageHeader title="Account">Your name, how you sign in, and where you are signed in.</PageHeader>
      <Loaded of={account}>
        {(account) => (
          <>
            <Section title="You">
              <Card className="flex flex-col gap-5 p-4 sm:p-5">
                <NameForm key={account.name} account={account} />
              </Card>
            </Section>
            <Section title="Password">
              <Card className="p-4 sm:p-5">
                {account.hasPassword ? (
                  <NewPasswordForm />
                ) : (
                  <p className="text-sm text-quiet">
                    You sign in without a password: with your provider, or with the link that{" "}
                    <code className="rounded bg-sunken px-1.5 py-0.5 text-ink">npx toolshed status</code>{" "}
                    prints.
                  </p>
                )}
              </Card>
            </Section>
            <SessionList sessions={account.sessions} />
          </>
        )}
      </Loaded>
      <Section title="Theme" hint="For this browser.">
        <Segments label="Theme" value={theme} options={themes} onChange={setTheme} />
      </Section>
    </div>
  );
}
