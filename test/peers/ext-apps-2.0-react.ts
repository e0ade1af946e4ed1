export { useApp, useDocumentTheme, useHostStyles } from "ext-apps-2.0/react";
