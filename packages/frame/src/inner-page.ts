import { PARENT_STAND_IN_SCRIPT } from "@toolshed/apps/host";

/** Enough violations and errors to explain what is wrong with a View. */
const MOST_REPORTS = 100;

/** What the script in the inner page tells the frame. Its texts are the View's, so they may say anything. */
export interface InnerReport {
  kind: "started" | "violation" | "error";
  [key: string]: unknown;
}

/**
 * The View's HTML as the `srcdoc` of the inner frame: first its policy, then a script that reports what the policy
 * blocks and which errors nothing caught. The View can't read the key, so a report that has it comes from this script.
 * A `srcdoc` is never in quirks mode, so nothing is lost when the View's own doctype comes second.
 */
export function toInnerPage(html: string, policy: string, key: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${reporter(key)}</script>${html}`;
}

const reporter = (key: string) => `(()=>{
const proxy=parent,post=proxy.postMessage.bind(proxy);let left=${MOST_REPORTS};
const text=(value)=>String(value??"").slice(0,300);
const report=(kind,detail)=>{if(left-->0)post({toolshed:"${key}",kind,...detail},"*")};
addEventListener("securitypolicyviolation",(event)=>{if(event.isTrusted)report("violation",{directive:text(event.effectiveDirective),blockedUrl:text(event.blockedURI),sample:text(event.sample)})},true);
addEventListener("error",(event)=>{if(event.isTrusted&&event instanceof ErrorEvent)report("error",{message:text(event.message)})});
addEventListener("unhandledrejection",(event)=>{if(event.isTrusted)report("error",{message:text(event.reason?.message??event.reason)})});
report("started");document.currentScript.remove();
${PARENT_STAND_IN_SCRIPT}})()`;
