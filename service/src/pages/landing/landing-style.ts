import { palette } from '../drawing/palette.ts'

/** The style of the first page. */
export const landingStyle = `${palette}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 var(--text); overflow-wrap: break-word; }
header, main { max-width: 60rem; margin-inline: auto; padding-inline: 1.25rem; }
header { padding-top: 1.25rem; }
nav { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin-bottom: 2rem; font-size: .95rem; }
nav a:last-child { margin-left: auto; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .14em; }
:focus-visible { outline: .18rem solid var(--accent); outline-offset: .15rem; border-radius: .2rem; }
section:focus { outline: none; }
.skip { position: absolute; left: -100vw; padding: .6rem 1rem; background: var(--accent); color: var(--paper); }
.skip:focus { left: 0; top: 0; }
h1 { margin: 0 0 .75rem; font-size: 2.8rem; line-height: 1.1; letter-spacing: -.02em; }
h1::after { content: ''; display: block; width: 3rem; height: .32rem; margin-top: .7rem; background: var(--accent); border-radius: .15rem; }
h2 { margin: 0 0 .75rem; font-size: 1.45rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.lede { max-width: 46rem; font-size: 1.22rem; color: var(--muted); text-wrap: pretty; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin-bottom: .4rem; }
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 1rem; padding: 0; list-style: none; }
.people li { margin: 0; padding: 1rem 1.1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .45rem; }
.people strong { display: block; }
code { font-family: var(--mono); font-size: .88em; }
section { padding-block: 1.75rem; }
section + section { border-top: 1px solid var(--line); }
form { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem 1rem; margin-bottom: 1rem; }
label { flex: 0 0 100%; font-size: .9rem; font-weight: 600; }
select, button { font: inherit; min-height: 2.9rem; padding: .4rem .9rem; border-radius: .4rem; border: 1px solid var(--muted); }
select { flex: 1 1 16rem; min-width: 0; background: var(--paper); color: var(--ink); }
button { border-color: var(--accent); background: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
#said { min-height: 1.6em; margin-bottom: .6rem; color: var(--muted); }
[hidden] { display: none !important; }
iframe { display: block; width: 100%; height: 38rem; margin-bottom: 1rem; border: 1px solid var(--line); border-radius: .45rem; background: var(--paper); }
summary { cursor: pointer; font-weight: 600; }
pre { max-height: 30rem; overflow: auto; padding: .9rem 1.1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .45rem; font: .85rem/1.5 var(--mono); }
@media (max-width: 40rem) {
  nav { margin-bottom: 1.75rem; }
  h1 { font-size: 2.2rem; }
  .lede { font-size: 1.1rem; }
  button { flex: 1 1 100%; }
}
`
