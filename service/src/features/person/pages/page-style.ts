import { palette } from '../../../pages/drawing/palette.ts'

/** The style of the pages at `/titular`: for a phone first. */
export const personStyle = `${palette}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 var(--text); overflow-wrap: anywhere; }
header, main { max-width: 44rem; margin-inline: auto; padding-inline: 1rem; }
header { padding-top: 1rem; }
main { padding-bottom: 3rem; }
nav { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.1rem; margin-bottom: 1.5rem; font-size: .95rem; }
nav a, nav button { padding-block: .45rem; }
nav .end { margin-left: auto; }
nav form { margin: 0; }
nav button { border: 0; background: none; color: var(--accent); padding-inline: 0; min-height: 0; font-weight: 400; text-decoration: underline; text-underline-offset: .2em; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: .18rem solid var(--accent); outline-offset: .15rem; border-radius: .2rem; }
.skip { position: absolute; left: -100vw; padding: .6rem 1rem; background: var(--accent); color: var(--paper); }
.skip:focus { left: 0; top: 0; }
h1 { margin: 0 0 .75rem; font-size: 1.8rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 2.25rem 0 .6rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 0 0 .4rem; font-size: 1.08rem; line-height: 1.35; }
p { margin: 0 0 .8rem; }
.lede { font-size: 1.12rem; color: var(--muted); }
.who { margin-bottom: 1rem; font-weight: 600; }
.who span { display: block; font-weight: 400; color: var(--muted); }
.contents { display: block; margin: 0 0 1rem; padding: .8rem 1rem; background: var(--panel); border-radius: .45rem; }
.contents ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.contents li { padding-block: .25rem; }
.item { margin-bottom: 1rem; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .45rem; background: var(--panel); }
.item p { margin-bottom: .4rem; }
dl { display: grid; grid-template-columns: 1fr; gap: .1rem .9rem; margin: .4rem 0; }
dt { font-size: .88rem; color: var(--muted); }
dd { margin: 0 0 .35rem; white-space: pre-line; }
@media (min-width: 34rem) { dl { grid-template-columns: 12rem 1fr; } dt { padding-top: .15rem; } }
ol { margin: 0 0 .8rem; padding-left: 1.3rem; }
blockquote { margin: 0 0 1rem; padding: .7rem .9rem; border-left: .25rem solid var(--line); background: var(--paper); white-space: pre-line; font-size: .95rem; }
label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
.help { margin: .2rem 0 .8rem; font-size: .9rem; color: var(--muted); }
textarea, select, input, button, .button { font: inherit; border-radius: .4rem; border: 1px solid var(--muted); }
textarea, select, input { width: 100%; padding: .55rem .7rem; background: var(--paper); color: var(--ink); }
textarea { min-height: 8rem; resize: vertical; }
button, .button { display: inline-block; min-height: 2.9rem; padding: .6rem 1.2rem; border-color: var(--accent); background: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; text-decoration: none; }
.notice { margin-bottom: 1rem; padding: .8rem 1rem; border-radius: .45rem; background: var(--warn-soft); color: var(--warn); }
.notice.good { background: var(--accent-soft); color: var(--accent); }
@media print { nav, .contents, form { display: none; } }
`
