import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

/** Ten shades, light to dark; Mantine's tuple type wants exactly ten, which each line below has. */
const shades = (list: string) => list.split(" ") as unknown as MantineColorsTuple;

/** The `light` variant in Mantine's own colours misses WCAG AA; ours is a thin tint under a strong ink. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== "light") return colors;
  const name = input.color ?? "harbour";
  return {
    ...colors,
    background: `color-mix(in oklab, var(--mantine-color-${name}-6) 11%, transparent)`,
    color: `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-2))`,
  };
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { "--mantine-color-error": "light-dark(#c51d28, #fda9a2)" },
  light: {
    "--mantine-color-body": "#fff",
    "--mantine-color-text": "#192025",
    "--mantine-color-dimmed": "#5b646a",
    "--mantine-color-placeholder": "#677076",
    "--mantine-color-anchor": "#006078",
    "--mantine-color-default-border": "#d8dde0",
    "--mantine-color-default-hover": "#f5f7f8",
  },
  dark: {
    "--mantine-color-body": "#14181b",
    "--mantine-color-text": "#e4e8ea",
    "--mantine-color-dimmed": "#9aa2a7",
    "--mantine-color-placeholder": "#8f979c",
    "--mantine-color-anchor": "#7dd0ec",
    "--mantine-color-default": "#1b2024",
    "--mantine-color-default-border": "#31383d",
    "--mantine-color-default-hover": "#22282c",
    "--mantine-color-harbour-filled": "#007894",
    "--mantine-color-harbour-filled-hover": "#007e9a",
    "--mantine-color-red-filled": "#c51d28",
  },
});

/** Buttons and fields are 30 px high; a screen that wants more says so. */
const dense = { defaultProps: { size: "xs" } };

/** The list of choices scrolls by itself (global.css): a scroll area around it is a stranger to screen readers. */
const choice = { defaultProps: { size: "xs", withScrollArea: false } };

export const theme = createTheme({
  colors: {
    harbour: shades("#eff9fd #d8f2fb #b1e4f7 #7dd0ec #42b4d7 #1794b5 #007894 #006078 #004c5f #003645"),
    gray: shades("#f9fafb #f2f4f5 #e6eaec #d8dde0 #c1c8cd #919a9f #677076 #485157 #2c363b #192025"),
    dark: shades("#eceff1 #d4d8db #acb2b6 #868d92 #474e53 #2d3438 #21262a #181c20 #101417 #090d0f"),
    green: shades("#effbf2 #d9f5e1 #b1ebc4 #7fdaa0 #43c07a #0fa05c #048149 #01683a #0a512d #083a20"),
    amber: shades("#fff6eb #ffe9cf #ffd29b #f6b45c #dd9314 #b77700 #945f00 #784c00 #5e3b00 #442a01"),
    red: shades("#fff5f4 #ffe6e4 #ffcdc8 #fda9a2 #f47b74 #e24947 #c51d28 #a2111d #800f16 #5c0e10"),
    violet: shades("#f8f6ff #f0e9ff #e0d2fd #ccb4fa #b28fef #9769dc #7e4ac2 #6738a3 #512b82 #3a1e5e"),
  },
  primaryColor: "harbour",
  primaryShade: { light: 7, dark: 6 },
  black: "#192025",
  variantColorResolver,
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: '"Geist Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1rem", sm: "1.125rem", md: "1.25rem", lg: "1.5rem", xl: "1.75rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "10px", xl: "14px" },
  defaultRadius: "sm",
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.75rem" },
      h2: { fontSize: "0.9375rem", lineHeight: "1.375rem" },
      h3: { fontSize: "0.8125rem", lineHeight: "1.125rem" },
    },
  },
  shadows: {
    xs: "0 1px 1px rgb(16 24 30/.05)",
    sm: "0 1px 2px rgb(16 24 30/.08)",
    md: "0 4px 12px -2px rgb(16 24 30/.12), 0 1px 2px rgb(16 24 30/.06)",
    lg: "0 12px 32px -6px rgb(16 24 30/.18), 0 2px 6px rgb(16 24 30/.06)",
    xl: "0 24px 64px -12px rgb(16 24 30/.28), 0 4px 12px rgb(16 24 30/.08)",
  },
  components: {
    // Floating things open inside a landmark of the page (pages/root.tsx); the placeholder would be a stranger among menu items.
    Portal: { defaultProps: { target: "#floating" } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: "md", transitionProps: { duration: 120 } } },
    Button: dense,
    TextInput: dense,
    PasswordInput: dense,
    Select: choice,
    MultiSelect: choice,
    Autocomplete: choice,
    NumberInput: dense,
    FileInput: dense,
    Textarea: dense,
    Checkbox: dense,
    Radio: dense,
    Switch: dense,
    SegmentedControl: dense,
  },
});
