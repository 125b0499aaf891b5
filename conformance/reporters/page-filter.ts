import { markup, type Markup } from '../../report/html.ts'

/** The form that filters the checks of a page. It is hidden until the script of the page runs. */
export const filterForm = (
  verdicts: readonly string[],
  sections: readonly string[],
): Markup => markup`<form hidden role="search" aria-label="Filter the checks">
<label>Text <input name="text" type="search" placeholder="id, message, evidence" /></label>
<label>Verdict <select name="verdict">
<option value="">all</option>
<option value="fail error warn">needs attention</option>
${verdicts.map(option)}</select></label>
<label>Level <select name="level">
<option value="">all</option>
${['must', 'should', 'observe'].map(option)}</select></label>
<label>Section <select name="section">
<option value="">all</option>
${sections.map(option)}</select></label>
<button type="reset">Show all</button>
<p role="status"></p>
</form>
`

const option = (word: string): Markup => markup`<option>${word}</option>\n`

/** The script of the page: filters checks, copies commands, and opens the check in the URL hash. */
export const script = `
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const checks = [...document.querySelectorAll('details[data-verdict]')]

const filter = () => {
  const { text, verdict, level, section } = Object.fromEntries(new FormData(form))
  const words = text.toLowerCase().split(/\\s+/)
  const fits = ({ dataset, textContent }) =>
    (!verdict || verdict.split(' ').includes(dataset.verdict)) &&
    (!level || dataset.level === level) &&
    (!section || dataset.section === section) &&
    words.every((word) => textContent.toLowerCase().includes(word))
  for (const check of checks) check.hidden = !fits(check)
  const shown = checks.filter((check) => !check.hidden).length
  status.textContent = shown + ' of ' + checks.length + ' checks'
}
form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('reset', () => queueMicrotask(filter))
form.addEventListener('submit', (event) => event.preventDefault())
filter()

const openTarget = () => {
  const check = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!check?.matches('details')) return
  if (check.hidden) { form.reset(); filter() }
  check.open = true
  check.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const command = button.previousElementSibling
    getSelection().selectAllChildren(command)
    const copied = navigator.clipboard?.writeText(command.textContent).then(() => true, () => false)
    button.textContent = (await copied) ? 'Copied' : 'Selected'
  })
}
`
