import { tokens } from '@lastro/reading/look/tokens.ts'

/** The style of a report's page: a document first, which a phone and a printer can read as well. */
export const reportStyle = `${tokens}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--text); overflow-wrap: anywhere; }
main { max-width: 62rem; margin-inline: auto; padding: 1.5rem 1.25rem 3rem; }
p { margin: 0 0 .6rem; }
h1 { margin: 0 0 .3rem; font-size: 1.85rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 .6rem; font-size: 1.2rem; line-height: 1.3; }
bdi { unicode-bidi: isolate; }
.product { margin-bottom: .4rem; font-size: .9rem; font-weight: 600; color: var(--accent); }
.document { font-size: 1.1rem; font-variant-numeric: tabular-nums; color: var(--muted); }
.mark { margin-bottom: .75rem; padding: .5rem .8rem; border-radius: .35rem; font-size: .92rem; font-weight: 600; }
.mark.sandbox { color: var(--info); background: var(--info-soft); }
.mark.reopened, .mark.degraded { color: var(--warn); background: var(--warn-soft); }
.mark + header { margin-top: 1.5rem; }
.verdict { --meaning: var(--unknown); margin-block: 1.5rem 0; padding: 1rem 1.2rem; border-left: .4rem solid var(--meaning); background: var(--unknown-soft); border-radius: 0 .35rem .35rem 0; }
.verdict.clear { --meaning: var(--clear); background: var(--clear-soft); }
.verdict.partial { --meaning: var(--partial); background: var(--partial-soft); }
.verdict.attention { --meaning: var(--attention); background: var(--attention-soft); }
.verdict.negative { --meaning: var(--negative); background: var(--negative-soft); }
.verdict.closed { --meaning: var(--closed); background: var(--closed-soft); }
.verdict h2 { margin: 0 0 .4rem; font-size: 1.4rem; color: var(--meaning); }
.verdict ul { margin: 0; padding: 0; list-style: none; }
.verdict li { padding-left: 1.4em; text-indent: -1.4em; }
.verdict li::before { content: '?'; display: inline-block; width: 1.4em; text-indent: 0; font-weight: 700; color: var(--unknown); }
.verdict li.clear::before { content: '✓'; color: var(--clear); }
.verdict li.partial::before { content: '◐'; color: var(--partial); }
.verdict li.attention::before { content: '△'; color: var(--attention); }
.verdict li.negative::before { content: '■'; color: var(--negative); }
.verdict li.closed::before { content: '✕'; color: var(--closed); }
.verdict .consulted { margin: 0 0 .4rem; font-size: .94rem; }
.verdict .note { margin: .5rem 0 0; }
section:not(.verdict) { margin-top: 2rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
.note { color: var(--muted); font-size: .94rem; }
.uncovered { padding: .5rem .8rem; color: var(--unknown); background: var(--unknown-soft); border-radius: .35rem; }
section > .partial { display: inline-block; margin-bottom: .6rem; padding: .15rem .6rem; color: var(--partial); background: var(--partial-soft); border-radius: 1rem; font-size: .88rem; font-weight: 600; }
.missing { padding: .5rem .8rem; color: var(--warn); background: var(--warn-soft); border-radius: .35rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .7rem 1.5rem; margin: 0 0 .8rem; }
dt { font-size: .82rem; color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
table { width: 100%; margin-bottom: .8rem; border-collapse: collapse; font-size: .9rem; line-height: 1.4; }
caption { padding-block: .3rem .4rem; text-align: left; font-weight: 600; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { min-width: 5.6em; padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: baseline; }
th { border-bottom: 2px solid var(--line); overflow-wrap: normal; font-size: .8rem; font-weight: 600; color: var(--muted); }
td { border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { padding-right: 0; }
.right { text-align: right; }
td.right, td.whole { white-space: nowrap; }
footer { margin-top: 2.5rem; padding-top: 1.1rem; border-top: 2px solid var(--line); font-size: .9rem; color: var(--muted); }
footer dd { color: var(--ink); }
@media (max-width: 52rem) {
  main { padding: 1rem .9rem 2rem; }
  h1 { font-size: 1.5rem; }
  dl { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .6rem 1rem; }
  table, tbody, tr, td { display: block; }
  caption { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding-block: .5rem; border-bottom: 1px solid var(--line); }
  td, td.right, td.whole { display: grid; min-width: 0; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; padding: .1rem 0; border: 0; text-align: left; white-space: normal; }
  td:empty { display: none; }
  td::before { content: attr(data-label); color: var(--muted); font-size: .82rem; }
}
@media print {
  @page { size: A4; margin: 16mm 14mm 18mm; }
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --line: #bbb; --ink: #000; --muted: #444; --accent: #000; --accent-soft: #fff; --info: #000; --info-soft: #fff; --warn: #000; --warn-soft: #fff; --clear: #000; --clear-soft: #fff; --partial: #000; --partial-soft: #fff; --attention: #000; --attention-soft: #fff; --negative: #000; --negative-soft: #fff; --unknown: #000; --unknown-soft: #fff; --closed: #000; --closed-soft: #fff; }
  html { font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  .mark, .missing, .uncovered, section > .partial { border: 1px solid #000; }
  .verdict { border: 1px solid #bbb; border-left: .3rem solid #000; }
  thead { display: table-header-group; }
  tr, dl > div, .verdict, .mark, .missing, .uncovered, footer { break-inside: avoid; }
  h1, h2, caption, .note { break-after: avoid; }
  section:not(.verdict) { margin-top: 1.4rem; padding-top: .8rem; }
}
`
