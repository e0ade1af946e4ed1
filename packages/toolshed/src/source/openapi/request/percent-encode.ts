const reserved = /%(3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

/** Leaves only what RFC 3986 calls unreserved. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Leaves reserved characters too, but for those that would end the query or start another pair. */
export function percentEncodeReserved(text: string): string {
  return percentEncode(text).replace(reserved, (code) =>
    ["%23", "%26", "%2B"].includes(code) ? code : decodeURIComponent(code),
  );
}
