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
