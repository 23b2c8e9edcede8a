import { createContext } from "react";

/** A row of a list that is shown outside it; the list's own preview knows its columns. */
export const PreviewedRecord = createContext<unknown>(null);
