/** An article, as the plugin's tools return it. */
export interface Article {
  id: string;
  title: string;
  url: string;
  isRead: boolean;
}
