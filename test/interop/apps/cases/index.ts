import type { Case } from "../case.ts";
import { appTools } from "./app-tools.ts";
import { handshake } from "./handshake.ts";
import { hostContext } from "./host-context.ts";
import { lifecycle } from "./lifecycle.ts";
import { notifications } from "./notifications.ts";
import { requests } from "./requests.ts";
import { robustness } from "./robustness.ts";
import { timing } from "./timing.ts";

export const cases: Case[] = [
  ...handshake,
  ...requests,
  ...notifications,
  ...hostContext,
  ...lifecycle,
  ...appTools,
  ...robustness,
  ...timing,
];
