/**
 * The look, in one place: every page of the console and of the service begins its style with these. Colours are named
 * by what they mean; each has a soft ground of its own and stands on it at WCAG AA or better, in light and in dark
 * (tokens.test.ts). console/DESIGN.md says which is for what.
 */
export const tokens = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfcfa, #14181b);
  --panel: light-dark(#f5f3ee, #1c2226);
  --raised: light-dark(#ffffff, #20272c);
  --line: light-dark(#e0dcd3, #323a40);
  --edge: light-dark(#8a8f8c, #76828a);
  --ink: light-dark(#1c2226, #e4e7e6);
  --muted: light-dark(#57616a, #a2adb4);
  --accent: light-dark(#0b5e55, #7cd2c1);
  --accent-strong: light-dark(#084a43, #9ce0d2);
  --on-accent: light-dark(#ffffff, #0d1f1c);
  --accent-soft: light-dark(#dcefeb, #173833);
  --info: light-dark(#1f4f91, #9dc1f5);
  --info-soft: light-dark(#e1eaf7, #1c2f4a);
  --clear: light-dark(#17633a, #86d9a4);
  --clear-soft: light-dark(#def2e5, #16351f);
  --attention: light-dark(#84480a, #f0bd7b);
  --attention-soft: light-dark(#faecd8, #3c2c14);
  --negative: light-dark(#9a1f24, #f5a3a0);
  --negative-soft: light-dark(#fae3e2, #44201f);
  --partial: light-dark(#2f4b8f, #aebcf2);
  --partial-soft: light-dark(#e6eaf8, #252d4c);
  --unknown: light-dark(#475361, #b7c3cd);
  --unknown-soft: light-dark(#e8ecf0, #29323a);
  --closed: light-dark(#3a2d4d, #d9cdea);
  --closed-soft: light-dark(#ece7f3, #332b40);
  --warn: var(--attention);
  --warn-soft: var(--attention-soft);
  --bad: var(--negative);
  --bad-soft: var(--negative-soft);
  --shadow: light-dark(rgb(28 34 38 / 12%), rgb(0 0 0 / 55%));
  --text: "Public Sans Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --size-small: 0.8125rem;
  --size-text: 0.9375rem;
  --size-lead: 1.0625rem;
  --size-part: 1.125rem;
  --size-page: 1.625rem;
  --size-verdict: 1.75rem;
  --space-1: 0.25rem;
  --space-2: 0.5rem;
  --space-3: 0.75rem;
  --space-4: 1rem;
  --space-5: 1.5rem;
  --space-6: 2.5rem;
  --radius: 0.5rem;
}
`
