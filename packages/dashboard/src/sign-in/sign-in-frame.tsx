import type { ReactNode } from "react";
import { SilentGateway } from "../shell/silent-gateway.tsx";
import { Card } from "../ui/page/card.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";

/** Around the pages for people who are not signed in. */
export function SignInFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className="fixed inset-x-0 top-0">
        <SilentGateway />
      </div>
      <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
        <div className="flex items-center gap-2.5 text-lg font-semibold">
          <img src="/icon.svg" alt="" className="size-8" />
          Toolshed
        </div>
        <Card className="flex w-full max-w-sm flex-col gap-5 p-6">
          <PageHeader title={title}>{intro}</PageHeader>
          {children}
        </Card>
      </main>
    </>
  );
}
