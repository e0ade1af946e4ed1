export const SEASONS = ["spring", "summer", "autumn", "winter"] as const;
export type Season = (typeof SEASONS)[number];

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

const GARDENS: Record<Season, Garden[]> = {
  spring: [
    { id: "keukenhof", name: "Keukenhof", place: "Lisse", bestIn: "April" },
    { id: "kew", name: "Kew", place: "London", bestIn: "May" },
    { id: "shinjuku", name: "Shinjuku Gyoen", place: "Tokyo", bestIn: "March" },
  ],
  summer: [
    { id: "giverny", name: "Giverny", place: "Normandy", bestIn: "June" },
    { id: "butchart", name: "Butchart", place: "Victoria", bestIn: "July" },
    { id: "sissinghurst", name: "Sissinghurst", place: "Kent", bestIn: "July" },
  ],
  autumn: [
    { id: "ryoanji", name: "Ryōan-ji", place: "Kyoto", bestIn: "November" },
    { id: "westonbirt", name: "Westonbirt", place: "Tetbury", bestIn: "October" },
  ],
  winter: [
    { id: "majorelle", name: "Majorelle", place: "Marrakesh", bestIn: "January" },
    { id: "kirstenbosch", name: "Kirstenbosch", place: "Cape Town", bestIn: "December" },
  ],
};

export function findGardens(season: Season): Garden[] {
  return GARDENS[season];
}
