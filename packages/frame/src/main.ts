import { Frame } from "./frame.ts";

declare const VERSION: string;

await new Frame(VERSION).start();
