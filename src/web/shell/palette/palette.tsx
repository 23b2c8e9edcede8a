import { Trans, useLingui } from "@lingui/react/macro";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { KeyCap } from "../../ui/marks.tsx";
import { useCommands, type Command } from "./commands.tsx";
import { Matched } from "./matched.tsx";
import { Preview } from "./preview.tsx";
import styles from "./palette.module.css";

/** Ctrl+K: records, things to do, and places to go, by a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const { groups, isSearching } = useCommands(words.trim());
  const commands = groups.flatMap(({ commands: list }) => list);
  const chosen = Math.min(at, Math.max(0, commands.length - 1));

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    void dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen, words]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && commands.length > 0) setAt((chosen + step + commands.length) % commands.length);
    if (event.key === "Enter") run(commands[chosen]);
    if (step !== 0 || event.key === "Enter") event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t`Search or jump to`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <IconSearch size={18} stroke={1.8} />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={commands.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-label={t`Search or jump to`}
          placeholder={t`A record, a screen, or something to do`}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <button type="button" className={styles.close} aria-label={t`Close`} onClick={onClose}>
          <IconX size={20} stroke={1.7} />
        </button>
      </div>
      <div className={styles.body}>
        <div id={listId} role="listbox" aria-label={t`Results`} className={styles.list}>
          {groups.map(({ name, commands: list }) => (
            <div key={name} role="group" aria-label={name}>
              <div className={styles.heading} aria-hidden>
                {name}
              </div>
              {list.map((command) => {
                const index = commands.indexOf(command);
                return (
                  <div
                    key={command.id}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === chosen}
                    className={styles.option}
                    onPointerMove={() => setAt(index)}
                    onClick={() => run(command)}
                  >
                    {command.icon}
                    <span className={styles.name}>
                      <Matched text={command.name} words={words} />
                    </span>
                    {command.about && (
                      <span className={styles.about}>
                        <Matched text={command.about} words={words} />
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <Preview of={commands[chosen]} />
      </div>
      {commands.length === 0 && (
        <p className={styles.none} role="status">
          {isSearching ? (
            <Trans>Searching</Trans>
          ) : (
            <Trans>Nothing is called “{words}”. Try a number, a name or a screen.</Trans>
          )}
        </p>
      )}
      <div className={styles.foot} aria-hidden>
        <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> <Trans>move</Trans>
        <span />
        <KeyCap>Enter</KeyCap> <Trans>open</Trans>
        <span className={styles.end} />
        <KeyCap>Esc</KeyCap> <Trans>close</Trans>
      </div>
    </dialog>
  );
}
