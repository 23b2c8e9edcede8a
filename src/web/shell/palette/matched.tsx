import styles from "./palette.module.css";

/** A text with the letters that were searched for set off. */
export function Matched({ text, words }: { text: string; words: string }) {
  const needle = words.trim().toLocaleLowerCase();
  const start = needle === "" ? -1 : text.toLocaleLowerCase().indexOf(needle);
  if (start < 0) return text;
  const end = start + needle.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.hit}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
