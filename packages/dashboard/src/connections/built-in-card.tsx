import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { ToolGroups } from "toolshed/api";
import { Badge } from "../ui/badge/badge.tsx";
import { Card } from "../ui/page/card.tsx";
import { plural } from "../ui/text/plural.ts";
import { Monogram } from "./monogram.tsx";

export function BuiltInCard({ source: { id, count } }: { source: ToolGroups["builtIn"][number] }) {
  return (
    <li>
      <Card className="flex h-full items-center gap-3 p-4">
        <Monogram name={id} />
        <div className="flex min-w-0 grow flex-col gap-0.5">
          <h3 className="truncate font-medium">{id}</h3>
          <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
            <Badge tone="good" icon={CircleCheck}>
              Always on
            </Badge>
            <Link to="/tools" search={{ source: id }} className="hover:underline">
              {plural(count, "tool")}
            </Link>
          </div>
        </div>
      </Card>
    </li>
  );
}
