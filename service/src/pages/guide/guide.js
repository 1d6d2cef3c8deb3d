/** Puts the client of whoever is signed in into the commands, and makes a key as the console does. */
const panel = document.querySelector('#credentials')
const words = panel?.dataset
const said = panel?.querySelector('[role=status]')
const form = panel?.querySelector('form')
const clients = panel?.querySelector('select')
const secret = panel?.querySelector('.secret')
const commands = [...document.querySelectorAll('pre code')].map((element) => ({
  element,
  text: element.textContent,
}))

/** Minutes in which earlier keys still work: a day, as the console proposes. */
const overlapMinutes = 1440

const fillIn = (clientId) => {
  for (const { element, text } of commands) {
    const filled = text.replaceAll('CLIENT_ID', clientId)
    if (element.textContent !== filled) element.textContent = filled
  }
}

async function ask(path, options = {}) {
  const answer = await fetch(path, {
    ...options,
    headers: { 'Accept-Language': document.documentElement.lang, ...options.headers },
  })
  return { ok: answer.ok, body: await answer.json() }
}

async function showSession() {
  const { ok, body } = await ask('/console/v2/sessao')
  if (!ok) return
  const { user, csrfToken } = body.result
  if (user.clientId !== undefined) return showClient(user)
  if (user.roles.includes('operator')) await showClients(csrfToken)
}

function showClient({ clientId, clientName, environment }) {
  fillIn(clientId)
  const id = document.createElement('code')
  id.textContent = clientId
  const production = environment === 'production' ? ` ${words.production}` : ''
  said.replaceChildren(words.client, ' ', id, ` (${clientName}).${production} ${words.asksOperator}`)
}

async function showClients(csrfToken) {
  const { ok, body } = await ask('/operador/v2/clientes?environment=sandbox&limit=200')
  if (!ok) return say(body.detail)
  const alive = body.result.clients.filter((one) => one.revokedAt === undefined)
  if (alive.length === 0) return say(words.noClients)
  clients.replaceChildren(...alive.map(({ id, name }) => new Option(`${name} · ${id}`, id)))
  say(words.operator)
  form.hidden = false
  fillIn(clients.value)
  clients.addEventListener('change', () => {
    fillIn(clients.value)
    hideKey()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void makeKey(csrfToken).catch(() => say(words.unreachable))
  })
}

async function makeKey(csrfToken) {
  const button = form.querySelector('button')
  // Two presses make one key: the second would end the first a day later, unseen.
  if (button.disabled) return
  button.disabled = true
  hideKey()
  try {
    const { ok, body } = await ask(`/operador/v2/clientes/${encodeURIComponent(clients.value)}/chaves`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-CSRF-Token': csrfToken,
        'Idempotency-Key': newKeyName(),
      },
      body: JSON.stringify({ overlapMinutes }),
    })
    if (!ok) return say(body.detail)
    showKey(body.result.apiKey)
  } finally {
    button.disabled = false
  }
}

/** `randomUUID` is missing where the page comes over plain HTTP from another machine. */
const newKeyName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function showKey(apiKey) {
  const shown = secret.querySelector('output')
  shown.textContent = apiKey
  secret.hidden = false
  shown.focus()
}

function hideKey() {
  secret.querySelector('output').textContent = ''
  secret.hidden = true
}

async function copyKey() {
  const shown = secret.querySelector('output')
  getSelection().selectAllChildren(shown)
  await navigator.clipboard?.writeText(shown.textContent)
  say(words.copied)
}

function say(text) {
  said.textContent = text
}

if (panel !== null) {
  secret.querySelector('button').addEventListener('click', () => void copyKey().catch(() => {}))
  // What was shown once is gone when the page is left, also from what the browser keeps to go back to.
  addEventListener('pagehide', hideKey)
  void showSession().catch(() => say(words.unreachable))
}
