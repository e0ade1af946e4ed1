import { useEffect, useRef, useState } from "react";
import { SearchInput } from "../../ui/form/search-input.tsx";

/** A pause this long in typing starts the search. */
const pauseMs = 150;

export interface SearchBoxProps {
  /** What is searched for, which may lag behind what is typed. */
  query: string;
  onSearch(query: string): void;
  /** Called when the keyboard goes from the field to the list below. */
  onDown(): void;
}

/** The field has its own text, so that typing waits for nothing. */
export function SearchBox({ query, onSearch, onDown }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const sent = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address can change in other ways.
  useEffect(() => {
    if (query === sent.current) return;
    sent.current = query;
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string) {
    clearTimeout(timer.current);
    if (sent.current === text) return;
    sent.current = text;
    onSearch(text);
  }

  return (
    <SearchInput
      label="Search tools"
      placeholder="What should the tool do?"
      value={text}
      onChange={(text) => {
        setText(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(text), pauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") send(text);
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        send(text);
        onDown();
      }}
    />
  );
}
