export interface Garden {
  id: string;
  name: string;
  place: string;
  bestIn: string;
}

/** What the View expects as the structured content of the tool's result. */
export interface Gardens {
  gardens: Garden[];
}
