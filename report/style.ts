/** The style of report pages: light and dark, narrow and wide. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f7f5, #16181b); --card: light-dark(#ffffff, #1f2226);
  --ink: light-dark(#1c1e21, #e8e6e1); --faint: light-dark(#5d636b, #a3a9b1);
  --line: light-dark(#d9dadb, #3a3f45); --link: light-dark(#0a53b0, #8fbcff);
  --pass: light-dark(#1a6b35, #7fd79a); --fail: light-dark(#b3152a, #ff9aa4);
  --warn: light-dark(#7d5000, #f0c060); --none: light-dark(#565d66, #b0b6be);
}
/* A page that embeds the report may choose one of them. */
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 75rem; margin: auto; padding: 1rem }
section, form { margin: 0 0 1rem; padding: 1rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 0 .5rem }
p { margin: .25rem 0 }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -99rem } .skip:focus { position: static }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; padding: 0; list-style: none }
.counts li { padding: .25rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.counts b { font-size: 1.25rem }
.pass { color: var(--pass) } .fail { color: var(--fail) } .warn { color: var(--warn) } .faint { color: var(--none) }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end }
label { display: grid; font-size: .875rem; color: var(--faint) } label:first-of-type { flex: 1 1 14rem }
input, select, button { font: inherit; color: var(--ink); background: var(--page);
  border: 1px solid var(--faint); border-radius: .25rem; padding: .35rem .5rem; min-width: 0 }
[role=status] { flex-basis: 100%; margin: 0; color: var(--faint) }
details { border-top: 1px solid var(--line) } [hidden] { display: none }
summary { padding: .4rem 0; cursor: pointer } summary b { display: inline-block; min-width: 6.5rem }
summary code { font-weight: 600 }
details > div { padding: 0 0 1rem 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0 }
dt { color: var(--faint) } dd { margin: 0 }
pre { margin: .25rem 0; padding: .5rem; overflow: auto; max-height: 20rem; background: var(--page);
  border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap }
code, pre { font: .875rem/1.45 ui-monospace, monospace }
.wide { overflow: auto; max-height: 36rem }
table { border-collapse: collapse; font-size: .875rem }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; overflow-wrap: normal; white-space: nowrap }
thead th { position: sticky; top: 0; z-index: 1; background: var(--card) }
tbody th { background: var(--card); font-weight: 400 }
@media (min-width: 40rem) { tr > th:first-child { position: sticky; left: 0 } thead th:first-child { z-index: 2 } }
td b { font-weight: 400 } td.number { text-align: right; font-variant-numeric: tabular-nums }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } details > div { padding-left: 0 } summary b { min-width: 0 } }
@media print { form { display: none } .wide, pre { max-height: none } }
`
