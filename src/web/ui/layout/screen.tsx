import type { ElementType, ReactNode } from "react";
import type { As } from "./layout.tsx";
import styles from "./screen.module.css";

/** A screen of its own making: `<Screen><ScreenHead title={…} /><ScreenBody>…</ScreenBody></Screen>`. */
export function Screen<Tag extends ElementType = "div">({ as, ...props }: As<Tag, object>) {
  const Drawn: ElementType = as ?? "div";
  return <Drawn {...props} className={styles["screen"]} />;
}

/** The line that stays at the top: the title as `h1`, and what stands beside it. */
export const ScreenHead = ({ children }: { children: ReactNode }) => (
  <header className={styles["head"]}>{children}</header>
);

/** The buttons at its end; a phone gives them a line of their own. */
export const HeadActions = ({ children }: { children: ReactNode }) => (
  <div className={styles["actions"]}>{children}</div>
);

/** What scrolls, of a screen or of a drawer. */
export function ScreenBody<Tag extends ElementType = "div">({ as, ...props }: As<Tag, object>) {
  const Drawn: ElementType = as ?? "div";
  return <Drawn {...props} className={styles["body"]} />;
}

/** Search, filters and switches between the head and what they are about. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles["toolbar"]}>{children}</div>;

/** The line that stays at the foot, with the buttons of the whole screen or drawer. */
export const ScreenFoot = ({ children }: { children: ReactNode }) => (
  <footer className={styles["foot"]}>{children}</footer>
);
