import { useComputedColorScheme } from "@mantine/core";
import styles from "./welcome-picture.module.css";

/** Pictures of the real screens, by file; `node scripts/screenshots.ts --welcome` makes them anew. */
const pictures = import.meta.glob<string>("./pictures/*.webp", { eager: true, query: "?url", import: "default" });
const sizes = { screen: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

interface WelcomePictureProps {
  name: string;
  on: keyof typeof sizes;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** A screen as it looks in the theme of now. It is fetched when it comes near, and its place is kept from the start. */
export function WelcomePicture({ name, on, alt }: WelcomePictureProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  return (
    <img
      className={styles[on]}
      src={pictures[`./pictures/${name}.${scheme}.webp`]}
      alt={alt}
      {...sizes[on]}
      loading="lazy"
      decoding="async"
    />
  );
}
