/** Words that say nothing of what a tool does. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about after all also am an and another any anything are as at be because been before being both but by can cannot could " +
    "d did do does doing don during each either else etc for from further had has have having he her here hers him his how however " +
    "i if in into is it its itself just let ll m may me might mine more most must my myself no nor not now of off ok on once " +
    "only or other others our ours out over own please re s same shall she should so some something such t than thank thanks that the " +
    "their theirs them then there these they this those through to too until up upon us ve very via was we were what whatever " +
    "when where whether which while who whom whose why will with within without would yes yet you your yours yourself"
  ).split(" "),
);

/**
 * Words of everyday requests. They may be rare in a catalog, which makes them look telling, though people say them
 * whatever they want. They count for less.
 */
export const commonWords: ReadonlySet<string> = new Set(
  (
    "able accurate across actually additional additionally advance ago allow along already always among appreciate around ask assist " +
    "assistance available aware away back based become begin best better bit bring called came care certain change come consider " +
    "could couple curious currently day days decide deep desire detail detailed details different difficult discover easily easy effective " +
    "effectively engage enjoy ensure entire especially even ever every everything exactly example excited expand experience " +
    "explain explore far feel feeling few figure finally find first follow following friend friends fun gain gather general " +
    "get getting give given go going gonna good got gotta great guide guys happen happening hard hear hello help helpful hey hi high " +
    "highly hope idea ideas identify include including individual info information insight insights instead interest interested interesting " +
    "involve keep kind know knowledge known large last lastly later learn least less lets life like likely little live " +
    "long look looking lot love made mainly make making manner many matter maybe mean mention mind moment moreover much name " +
    "named near need needed needs never new next nice number obtain offer often old one ones open opinion options order part " +
    "particular particularly past people per perfect perhaps person personal piece place plan point popular possible possibly potential " +
    "prefer preferably prepare present problem process product provide provided providing purpose put quick quickly quite read ready " +
    "real really reason receive recent recently recommend recommendation recommendations regarding relate related relevant " +
    "require requirement result results retrieve right run said say second see seek seem selection set several share show " +
    "simple since small somebody someone soon sort specific specifically specified start started still stuff suggest suggestion " +
    "suggestions sure take tell term thing things think third though thought time times today together tomorrow tonight top topic toward " +
    "trouble try trying turn two type types understand understanding unique update upcoming use used useful user users using usually " +
    "valuable value variety various want wanna wants was way ways week well whole wish wonder wondering word work working world " +
    "worth year years yesterday"
  ).split(" "),
);
