import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface PageTabsProps<Value extends string> {
  label: string;
  value: Value;
  tabs: readonly { value: NoInfer<Value>; label: string; content: ReactNode }[];
  onChange(value: NoInfer<Value>): void;
}

/** The parts of a page of which one is shown. */
export function PageTabs<Value extends string>({ label, value, tabs, onChange }: PageTabsProps<Value>) {
  return (
    <Tabs.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="flex flex-col gap-6"
    >
      <Tabs.List aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-quiet -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} className="flex flex-col gap-8">
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
