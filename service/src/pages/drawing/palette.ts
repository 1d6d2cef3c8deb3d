/** Two palettes and the system's own fonts, for every page. Each pair of colours is at WCAG AA or better. */
export const palette = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --panel: #f5f3ee; --line: #e0dcd3; --ink: #1c2226; --muted: #57616a;
  --accent: #0b5e55; --accent-soft: #dcefeb; --get: #1f4f91; --get-soft: #e1eaf7;
  --warn: #84480a; --warn-soft: #faecd8; --bad: #9a1f24; --bad-soft: #fae3e2;
  --text: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181b; --panel: #1c2226; --line: #323a40; --ink: #e4e7e6; --muted: #a2adb4;
    --accent: #7cd2c1; --accent-soft: #173833; --get: #9dc1f5; --get-soft: #1c2f4a;
    --warn: #f0bd7b; --warn-soft: #3c2c14; --bad: #f5a3a0; --bad-soft: #44201f;
  }
}
`
