import { createContext, useContext } from "./react.ts";
import type { ViewStore } from "./view-store.ts";

export const ViewContext = createContext<ViewStore | undefined>(undefined);

export function useViewStore(own?: ViewStore): ViewStore {
  const provided = useContext(ViewContext);
  const store = own ?? provided;
  if (!store) throw new Error("There is no <AppProvider> above this component");
  return store;
}
