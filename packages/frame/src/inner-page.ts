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

/**
 * Keeps what it uses from before the View could replace it, and is strict, so that no function of the View's can find its
 * way to this one by `caller` or a stack trace.
 */
const reporter = (key: string) => `(()=>{"use strict";
const proxy=parent,post=proxy.postMessage.bind(proxy);let left=${MOST_REPORTS};
const {call}=Function.prototype,unbind=call.bind.bind(call),toText=String,cut=unbind(toText.prototype.slice),{ErrorEvent}=window;
const getter=({prototype},name)=>unbind(Object.getOwnPropertyDescriptor(prototype,name).get);
const violationOf=(name)=>getter(SecurityPolicyViolationEvent,name),directiveOf=violationOf("effectiveDirective"),urlOf=violationOf("blockedURI"),sampleOf=violationOf("sample");
const messageOf=getter(ErrorEvent,"message"),reasonOf=getter(PromiseRejectionEvent,"reason");
const text=(value)=>cut(toText(value??""),0,300);
const report=(kind,detail)=>{if(left-->0)post({toolshed:"${key}",kind,...detail},"*")};
addEventListener("securitypolicyviolation",(event)=>{if(event.isTrusted)report("violation",{directive:text(directiveOf(event)),blockedUrl:text(urlOf(event)),sample:text(sampleOf(event))})},true);
addEventListener("error",(event)=>{if(event.isTrusted&&event instanceof ErrorEvent)report("error",{message:text(messageOf(event))})});
addEventListener("unhandledrejection",(event)=>{if(!event.isTrusted)return;const reason=reasonOf(event);report("error",{message:text(reason?.message??reason)})});
report("started");document.currentScript.remove();
${PARENT_STAND_IN_SCRIPT}})()`;
