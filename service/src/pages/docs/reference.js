/** Tries an operation in the sandbox by one's own session, remembers the language of samples, and leads old links on. */
const panel = document.querySelector('#try')
const form = panel?.querySelector('form')
const said = panel?.querySelector('[role=status]')
const outcome = panel?.querySelector('.outcome')

/** Only headers that say something about the call just made. */
const shownHeaders = [
  'X-Billed',
  'X-Billing-Reason',
  'X-Report-Sources',
  'ETag',
  'Retry-After',
  'X-Request-Id',
]

let csrfToken

async function showSession() {
  if (panel.dataset.open === 'all') {
    said.textContent = ''
    form.hidden = false
    return
  }
  const answer = await fetch('/console/v2/sessao')
  if (!answer.ok) return
  const { user, csrfToken: token } = (await answer.json()).result
  if (user.clientId === undefined) return say(panel.dataset.operator)
  if (user.environment !== 'sandbox') return say(panel.dataset.production)
  csrfToken = token
  say(`${panel.dataset.as} ${user.name} · ${user.clientName}`)
  form.hidden = false
}

const fieldsIn = (place) =>
  [...form.querySelectorAll(`[data-in=${place}]`)]
    .filter((field) => field.value !== '')
    .map((field) => [field.name, field.value])

function addressOf() {
  const filled = fieldsIn('path').reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  )
  const query = new URLSearchParams(fieldsIn('query')).toString()
  return query === '' ? filled : `${filled}?${query}`
}

async function send() {
  const body = form.querySelector('textarea')?.value
  const answer = await fetch(addressOf(), {
    method: form.dataset.method,
    headers: {
      Accept: 'application/json, application/x-ndjson',
      'Accept-Language': document.documentElement.lang,
      ...(csrfToken !== undefined && { 'X-CSRF-Token': csrfToken }),
      ...(body && { 'Content-Type': form.dataset.mediaType }),
      ...Object.fromEntries(fieldsIn('header')),
    },
    ...(body && { body: bodyText(body) }),
  })
  const text = await answer.text()
  const headers = shownHeaders
    .filter((name) => answer.headers.has(name))
    .map((name) => `${name}: ${answer.headers.get(name)}`)
  show(answer.status, headers, text)
}

/** Of lines each has to be one line, however it was laid out. */
function bodyText(text) {
  if (form.dataset.mediaType !== 'application/x-ndjson') return text
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

function show(status, headers, text) {
  const [line, code] = [outcome.querySelector('p'), outcome.querySelector('code')]
  const mark = document.createElement('b')
  mark.className = `status s${String(status)[0]}`
  mark.textContent = status
  line.replaceChildren(mark, ` ${headers.join(' · ')}`)
  code.textContent = indented(text)
  outcome.hidden = false
  outcome.querySelector('pre').focus()
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function say(text) {
  said.textContent = text
}

async function sendOnce() {
  const button = form.querySelector('button')
  if (button.disabled) return
  button.disabled = true
  const before = said.textContent
  say(panel.dataset.sending)
  try {
    await send()
    say(before)
  } catch {
    say(panel.dataset.unreachable)
  } finally {
    button.disabled = false
  }
}

if (panel !== null) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendOnce()
  })
  void showSession().catch(() => say(panel.dataset.unreachable))
}

/** The language that was opened last is open on the next page too. */
const sampleName = 'lastro-sample'
for (const sample of document.querySelectorAll('details.sample')) {
  if (localStorage.getItem(sampleName) === sample.dataset.name) sample.open = true
  sample.addEventListener('toggle', () => {
    if (sample.open) localStorage.setItem(sampleName, sample.dataset.name)
  })
}

/** What stood on one sheet is on pages of its own: an old link finds the line that leads there, and goes on. */
const leadOn = () => {
  const line = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (line?.dataset.moved !== undefined) location.replace(line.querySelector('a').href)
}
addEventListener('hashchange', leadOn)
leadOn()
