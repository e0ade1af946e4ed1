/** Why one operation of a document cannot become a tool. The others still can. */
export class OperationProblem extends Error {}
