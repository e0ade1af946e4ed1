const errors =
  "AggregateError EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError";
const typedArrays =
  "BigInt64Array BigUint64Array Float32Array Float64Array Int16Array Int32Array Int8Array Uint16Array Uint32Array Uint8Array Uint8ClampedArray";

const membersOf = (names: string, own: string, ofPrototype: string): Record<string, string> =>
  Object.fromEntries(
    names.split(" ").flatMap((name) => [
      [name, own],
      [`${name}.prototype`, ofPrototype],
    ]),
  );

/**
 * Everything a script can reach, by object; `@@` marks symbols, and `length` and `name` of functions are implied. What
 * QuickJS has beyond this list is deleted before any script runs. Left out on purpose: memory that is shared or can be
 * resized, anything that exposes the garbage collector (such a run could not be replayed), and members that are so old
 * or so new that few programs use them and few people have tested them.
 */
export const realmMembers: Readonly<Record<string, string>> = {
  ...membersOf(errors, "prototype", "constructor message name"),
  ...membersOf(typedArrays, "BYTES_PER_ELEMENT prototype", "BYTES_PER_ELEMENT constructor"),
  globalThis:
    "@@toStringTag AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet atob btoa clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt queueMicrotask setTimeout structuredClone tools undefined unescape",
  Array: "@@species from isArray of prototype",
  "Array.prototype":
    "@@iterator @@unscopables at concat constructor copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf length map pop push reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString unshift values with",
  "Array.prototype.@@unscopables":
    "at copyWithin entries fill find findIndex findLast findLastIndex flat flatMap includes keys toReversed toSorted toSpliced values",
  ArrayBuffer: "@@species isView prototype",
  "ArrayBuffer.prototype": "@@toStringTag byteLength constructor slice",
  "ArrayIterator.prototype": "@@toStringTag next",
  AsyncFunction: "prototype",
  "AsyncFunction.prototype": "@@toStringTag constructor",
  AsyncGeneratorFunction: "prototype",
  "AsyncGeneratorFunction.prototype": "@@toStringTag constructor prototype",
  "AsyncGeneratorFunction.prototype.prototype": "@@toStringTag constructor next return throw",
  "AsyncGeneratorFunction.prototype.prototype.__proto__": "@@asyncIterator",
  BigInt: "asIntN asUintN prototype",
  "BigInt.prototype": "@@toStringTag constructor toString valueOf",
  Boolean: "prototype",
  "Boolean.prototype": "constructor toString valueOf",
  DataView: "prototype",
  "DataView.prototype":
    "@@toStringTag buffer byteLength byteOffset constructor getBigInt64 getBigUint64 getFloat32 getFloat64 getInt16 getInt32 getInt8 getUint16 getUint32 getUint8 setBigInt64 setBigUint64 setFloat32 setFloat64 setInt16 setInt32 setInt8 setUint16 setUint32 setUint8",
  Date: "UTC now parse prototype",
  "Date.prototype":
    "@@toPrimitive constructor getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString valueOf",
  Error: "prototype",
  "Error.prototype": "constructor message name toString",
  Function: "prototype",
  "Function.prototype": "@@hasInstance apply bind call constructor toString",
  GeneratorFunction: "prototype",
  "GeneratorFunction.prototype": "@@toStringTag constructor prototype",
  "GeneratorFunction.prototype.prototype": "@@toStringTag constructor next return throw",
  Iterator: "from prototype",
  "Iterator.prototype":
    "@@iterator @@toStringTag constructor drop every filter find flatMap forEach map reduce some take toArray",
  "IteratorHelper.prototype": "@@toStringTag next return",
  JSON: "@@toStringTag parse stringify",
  Map: "@@species groupBy prototype",
  "Map.prototype":
    "@@iterator @@toStringTag clear constructor delete entries forEach get has keys set size values",
  "MapIterator.prototype": "@@toStringTag next",
  Math: "@@toStringTag E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc",
  Number:
    "EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite isInteger isNaN isSafeInteger parseFloat parseInt prototype",
  "Number.prototype": "constructor toExponential toFixed toLocaleString toPrecision toString valueOf",
  Object:
    "assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible isFrozen isSealed keys preventExtensions prototype seal setPrototypeOf values",
  "Object.prototype":
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf",
  Promise: "@@species all allSettled any prototype race reject resolve try withResolvers",
  "Promise.prototype": "@@toStringTag catch constructor finally then",
  Proxy: "revocable",
  Reflect:
    "@@toStringTag apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf",
  RegExp: "@@species escape prototype",
  "RegExp.prototype":
    "@@match @@matchAll @@replace @@search @@split constructor dotAll exec flags global hasIndices ignoreCase multiline source sticky test toString unicode unicodeSets",
  "RegExpStringIterator.prototype": "@@toStringTag next",
  Set: "@@species prototype",
  "Set.prototype":
    "@@iterator @@toStringTag add clear constructor delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys size symmetricDifference union values",
  "SetIterator.prototype": "@@toStringTag next",
  String: "fromCharCode fromCodePoint prototype raw",
  "String.prototype":
    "@@iterator at charAt charCodeAt codePointAt concat constructor endsWith includes indexOf isWellFormed lastIndexOf length localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf",
  "StringIterator.prototype": "@@toStringTag next",
  Symbol:
    "asyncIterator for hasInstance isConcatSpreadable iterator keyFor match matchAll prototype replace search species split toPrimitive toStringTag unscopables",
  "Symbol.prototype": "@@toPrimitive @@toStringTag constructor description toString valueOf",
  TextDecoder: "prototype",
  "TextDecoder.prototype": "constructor decode",
  TextEncoder: "prototype",
  "TextEncoder.prototype": "constructor encode",
  TypedArray: "@@species from of prototype",
  "TypedArray.prototype":
    "@@iterator @@toStringTag at buffer byteLength byteOffset constructor copyWithin entries every fill filter find findIndex findLast findLastIndex forEach includes indexOf join keys lastIndexOf length map reduce reduceRight reverse set slice some sort subarray toLocaleString toReversed toSorted toString values with",
  URL: "canParse prototype",
  "URL.prototype": "constructor host href origin search toJSON toString",
  URLSearchParams: "prototype",
  "URLSearchParams.prototype":
    "@@iterator append constructor delete entries forEach get getAll has keys set size sort toString values",
  WeakMap: "prototype",
  "WeakMap.prototype": "@@toStringTag constructor delete get has set",
  WeakSet: "prototype",
  "WeakSet.prototype": "@@toStringTag add constructor delete has",
  "WrappedIterator.prototype": "next return",
  console: "debug error info log warn",
};
