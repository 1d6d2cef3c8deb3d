import { palette } from '../drawing/palette.ts'

/** The whole style of a page to read: of the guide, and of the reference. */
export const readingStyle = `${palette}* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--text); overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .14em; }
:focus-visible { outline: .18rem solid var(--accent); outline-offset: .15rem; border-radius: .2rem; }
main:focus { outline: none; }
code, pre, var { font-family: var(--mono); font-size: .88em; font-style: normal; }
p code, dd code, td code { overflow-wrap: anywhere; }
var { color: var(--warn); }
p, ul, ol, dl { margin: 0 0 1rem; }
main p { max-width: 75ch; }
.skip { position: absolute; left: -100vw; padding: .6rem 1rem; background: var(--accent); color: var(--paper); z-index: 2; }
.skip:focus { left: 0; top: 0; }

body > header { padding: .9rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--panel); }
body > header > div { max-width: 78rem; margin-inline: auto; }
h1 { margin-block: 0 1rem; font-size: 2.2rem; line-height: 1.1; letter-spacing: -.02em; }
h1::after { content: ''; display: block; width: 2.6rem; height: .3rem; margin-top: .6rem; background: var(--accent); border-radius: .15rem; }
.lede { max-width: 75ch; margin-inline: 0; font-size: 1.12rem; color: var(--muted); text-wrap: pretty; }
.links { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin-bottom: 0; }
.links a { padding-block: .2rem; }
.links a:last-child { margin-left: auto; }

.columns { max-width: 80.5rem; margin-inline: auto; padding-inline: 1.25rem; }
nav { padding-block: 1rem; border-bottom: 1px solid var(--line); font-size: .92rem; line-height: 1.4; }
nav summary { padding-block: .4rem; font-weight: 600; }
nav p { margin: 1.1rem 0 .25rem; font-size: .8rem; font-weight: 650; color: var(--muted); }
nav p a { color: inherit; text-decoration: none; }
nav p a:hover { text-decoration: underline; }
nav ul { list-style: none; padding: 0; margin: 0; }
nav li a { display: flex; justify-content: space-between; align-items: baseline; gap: .5rem; padding: .3rem .5rem; margin-inline: -.5rem; border-radius: .3rem; color: var(--ink); text-decoration: none; }
nav li a:hover { background: var(--accent-soft); }
nav .method.method { font-size: .66rem; padding: 0; background: none; }
nav li a[aria-current] { background: var(--accent-soft); font-weight: 600; }
.links a[aria-current] { color: var(--ink); font-weight: 650; text-decoration: none; }
.search { margin-bottom: .75rem; }
.search label { display: block; margin-bottom: .25rem; font-size: .8rem; font-weight: 650; color: var(--muted); }
.search p { min-height: 0; margin: .35rem 0; font-weight: 400; }
.search p:empty { display: none; }
.search li a { display: block; }
.search li strong { display: block; }
.search li a > span:last-child { display: block; font-size: .85rem; color: var(--muted); overflow-wrap: anywhere; }
input, select, button, textarea { font: inherit; min-height: 2.6rem; padding: .35rem .7rem; border: 1px solid var(--muted); border-radius: .4rem; background: var(--paper); color: var(--ink); max-width: 100%; }
.search input { width: 100%; }
button { border-color: var(--accent); background: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
[hidden] { display: none !important; }

h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h2 { margin: 0 0 1rem; font-size: 1.7rem; letter-spacing: -.01em; }
h3 { margin: 2rem 0 .6rem; font-size: 1.28rem; }
h4 { margin: 1.6rem 0 .6rem; font-size: 1rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
main > section { padding-block: 2.75rem; border-bottom: 1px solid var(--line); }
main > section:last-child { border-bottom: 0; }
article { padding-block: .5rem 2.5rem; }
article + article { border-top: 1px solid var(--line); padding-top: 1.5rem; }
article h3 { margin-top: .75rem; font-size: 1.4rem; }
article:target > h3 a { box-shadow: inset 0 -.45em var(--accent-soft); }

pre { margin: 0 0 1rem; padding: .9rem 1.1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .45rem; overflow-x: auto; line-height: 1.55; }
pre code { font-size: 1em; }
.text { padding-top: 2.25rem; }
.text h2 { margin-top: 2.5rem; font-size: 1.5rem; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
.text li { margin-bottom: .35rem; max-width: 75ch; }
.text img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .45rem; }
blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: .25rem solid var(--line); color: var(--muted); }
main > h1 { padding-top: 2.25rem; }
main > .scroll + h2 { margin-top: 2.5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; margin-bottom: 1.5rem; }
.cards > section { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: .45rem; }
.cards h2 { margin-bottom: .5rem; font-size: 1.1rem; }
.cards ul { margin: 0; padding-left: 1.1rem; }
.neighbours { display: flex; justify-content: space-between; gap: 1rem; max-width: none; padding-block: 1.5rem 3rem; }
.neighbours [rel=prev]::before { content: '← '; }
.neighbours [rel=next] { margin-left: auto; text-align: right; }
.neighbours [rel=next]::after { content: ' →'; }
#credentials { margin-block: 1.5rem; padding: 1.1rem; border: 1px solid var(--line); }
#credentials h2 { margin-bottom: .6rem; font-size: 1.15rem; }
#credentials form { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem; }
#credentials form label, #credentials form p { flex: 0 0 100%; margin: 0; }
#credentials select { flex: 1 1 14rem; min-width: 0; }
.secret { margin-top: 1rem; padding: .9rem 1rem; border: 1px solid var(--warn); border-radius: .45rem; background: var(--warn-soft); }
.secret p { margin-bottom: .4rem; }
output { display: block; margin-bottom: .6rem; font-family: var(--mono); overflow-wrap: anywhere; }
.steps { padding-left: 0; list-style: none; counter-reset: step; }
.steps > li { counter-increment: step; position: relative; padding-left: 2.6rem; margin-bottom: 1.4rem; }
.steps > li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--accent); color: var(--paper); font-weight: 650; font-size: .9rem; line-height: 1.75rem; text-align: center; }
.steps p { margin-bottom: .5rem; }

.facts > div { padding-block: .7rem; border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; }
dt { font-weight: 600; }
dd { margin: 0; max-width: 75ch; }
.card { padding: .75rem 1.1rem; background: var(--panel); border-radius: .45rem; }
.card > div { padding-block: .25rem; align-items: baseline; }
.card dt { font-size: .85rem; font-weight: 500; color: var(--muted); }

.method, .status, .mark { display: inline-block; font-weight: 650; border-radius: .25rem; line-height: 1.4; white-space: nowrap; }
.method, .status { padding: .05rem .4rem; font: 650 .78rem/1.5 var(--mono); color: var(--accent); background: var(--accent-soft); }
.method.get { color: var(--info); background: var(--info-soft); }
.status.s4 { color: var(--warn); background: var(--warn-soft); }
.status.s5 { color: var(--bad); background: var(--bad-soft); }
.mark { font-size: .75rem; color: var(--accent); font-weight: 600; }
.meta { color: var(--muted); font-size: .86rem; }
.values { display: inline-flex; flex-wrap: wrap; gap: .25rem; vertical-align: top; }
.values code { padding: .05em .4em; background: var(--panel); border: 1px solid var(--line); border-radius: .25rem; }
.example { color: var(--muted); }
.example code { overflow-wrap: anywhere; }

.scroll { overflow-x: auto; margin-bottom: 1rem; border: 1px solid var(--line); border-radius: .45rem; }
table { border-collapse: collapse; width: 100%; font-size: .94rem; line-height: 1.5; }
th, td { padding: .5rem .9rem; text-align: left; vertical-align: baseline; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--panel); font-size: .82rem; font-weight: 600; color: var(--muted); }
tbody th { width: 1%; font-weight: 400; white-space: nowrap; }
tbody th .meta { display: block; }
td { min-width: 9rem; }

summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ''; flex: none; display: inline-block; width: .42em; height: .42em; margin: 0 .55em .12em .1em; border: solid var(--muted); border-width: 0 .13em .13em 0; transform: rotate(-45deg); }
details[open] > summary::before { transform: rotate(45deg); margin-bottom: .25em; }
h1 + .beside { margin-top: 1.5rem; }
.beside h2 { margin: 1.75rem 0 .75rem; font-size: 1.25rem; }
.beside h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
.beside > div > :first-child { margin-top: 0; }
.failures > summary h2 { display: inline; }
.sample { margin-bottom: .35rem; }
.sample > summary { padding-block: .15rem; font-weight: 600; }
.sample > pre { margin-top: .35rem; }
@supports selector(::details-content) {
  .samples { display: flex; flex-wrap: wrap; gap: .25rem .4rem; }
  .sample { display: contents; }
  .sample > summary { order: 1; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: .4rem; font-size: .9rem; }
  .sample > summary::before { display: none; }
  .sample[open] > summary { border-color: var(--accent); background: var(--accent-soft); }
  .sample::details-content { order: 2; flex: 0 0 100%; min-width: 0; }
}
.tall, .outcome pre { max-height: 28rem; overflow: auto; }
#try { padding: 1.1rem; border: 1px solid var(--line); }
#try form { display: grid; gap: .35rem; }
#try form button { margin-top: .5rem; justify-self: start; }
#try textarea { font: .85rem/1.5 var(--mono); resize: vertical; }
.outcome { margin-top: 1rem; }
.outcome p { overflow-wrap: anywhere; }
.lines { list-style: none; padding: 0; columns: 2 20rem; }
.lines li { break-inside: avoid; padding-block: .15rem; }
.lines li:target { background: var(--accent-soft); }
.failures { margin-top: 1.4rem; }
.failures > summary h4 { display: inline; }
.failures > .scroll, .form > .fields { margin-top: .75rem; }
.form { margin-bottom: 1.5rem; }
.form > summary { font-weight: 600; }

.answer { margin-bottom: 1.25rem; }
.answer > p { margin-bottom: .4rem; }
.answer > .fields { margin-top: .75rem; }
.fields { list-style: none; padding: 0; margin: 0; font-size: .94rem; line-height: 1.5; }
.fields .fields { margin-left: .35rem; padding-left: calc(1.05rem - 1px); border-left: 1px solid var(--line); }
.leaf, .fields summary { position: relative; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; padding: .3rem .4rem .3rem 1.3rem; border-radius: .3rem; }
.fields summary::before { position: absolute; left: .25rem; top: .85rem; margin: 0; }
.fields details[open] > summary::before { top: .75rem; margin: 0; }
.fields summary:hover { background: var(--panel); }
.name { flex: 0 0 calc(19rem - var(--depth) * 1.4rem); overflow-wrap: anywhere; }
.name code { font-weight: 600; }
.fields .meta { flex: 0 0 9rem; }
.about { flex: 1 1 14rem; min-width: 0; }
.fields { --depth: 0; }
.fields .fields { --depth: 1; }
.fields .fields .fields { --depth: 2; }
.fields .fields .fields .fields { --depth: 3; }
.fields .fields .fields .fields .fields { --depth: 4; }
.fields .fields .fields .fields .fields .fields { --depth: 5; }
.fields .fields .fields .fields .fields .fields .fields { --depth: 6; }

.problems { list-style: none; padding: 0; }
.problems > li { padding: .9rem .9rem .1rem; margin-inline: -.9rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
.problems > li:target { background: var(--accent-soft); border-radius: .45rem; }
.problems p { margin-bottom: .4rem; }
.problem { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .7rem; }

@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); gap: 3.5rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 0 .5rem 2rem; margin-left: -.5rem; border-bottom: 0; }
  .facts > div, .card > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 1rem; }
  .facts > div { grid-template-columns: 11rem minmax(0, 1fr); }
  .search { position: sticky; top: 0; z-index: 1; margin: 0 -.5rem; padding: 1.75rem .5rem .75rem; background: var(--paper); }
  .search ul { max-height: 70vh; overflow-y: auto; }
  @supports selector(::details-content) {
    nav summary { display: none; }
    nav details::details-content { content-visibility: visible; display: block; }
  }
}
@media (min-width: 80rem) {
  body > header > div { max-width: 97.5rem; }
  .columns { max-width: 100rem; grid-template-columns: 16.5rem minmax(0, 1fr); }
  .beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, min(34rem, 46%)); gap: 2.5rem; align-items: start; }
  .beside :is(.facts, .card) > div { grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.75rem; }
}
@media (max-width: 40rem) {
  h1 { font-size: 2rem; }
  .links a:last-child { margin-left: 0; }
  pre { padding: .75rem .8rem; font-size: .8rem; }
  .steps pre { margin-left: -2.6rem; }
  .name, .about { flex-basis: 100%; }
  .name { flex: 0 1 auto; }
  .fields .fields { padding-left: .35rem; }
  main > section { padding-block: 2rem; }
  th, td { padding-inline: .7rem; }
}
@media print {
  :root { --paper: #fff; --panel: #fff; --ink: #000; --muted: #444; --accent: #000; }
  nav, .skip, .links { display: none; }
  html { font-size: 8.5pt; }
  main > section { padding-block: 1.5rem; }
  details::details-content { content-visibility: visible; display: block; }
  .scroll { overflow: visible; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  pre, tr, .leaf, .problems > li { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`
