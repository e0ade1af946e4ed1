/** A request that was not sent, or not followed further, since it leads where it must not. */
export class RefusedRequest extends Error {}
