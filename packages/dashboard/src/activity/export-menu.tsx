import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { useRef } from "react";
import type { CallsQuery } from "toolshed/api";
import { toUrl } from "../api/to-url.ts";

const formats = [
  { format: "ndjson", name: "NDJSON", hint: "One JSON object per line, for scripts" },
  { format: "csv", name: "CSV", hint: "For spreadsheets" },
] as const;

/** Downloads the calls that the filters allow. */
export function ExportMenu({ query }: { query: CallsQuery }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger className="inline-flex h-9 items-center gap-1.5 rounded-md border border-line bg-card px-3.5 text-sm font-medium hover:bg-hover">
          <Download className="size-4" aria-hidden /> Export
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} align="end" className="z-30 outline-none">
            <Menu.Popup className="w-64 rounded-lg border border-line bg-raised p-1 shadow-pop outline-none">
              {formats.map(({ format, name, hint }) => (
                <Menu.Item
                  key={format}
                  // The gateway names the file.
                  render={
                    <a href={toUrl("GET /calls/export", { query: { ...query, format } })} download="" />
                  }
                  className="flex flex-col rounded-md px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="font-medium">{name}</span>
                  <span className="text-xs text-quiet">{hint}</span>
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
