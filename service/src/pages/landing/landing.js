/** Runs the demonstration in the page: the report in a frame of its own, and the JSON it was made of. */
const form = document.querySelector('form')
const outcome = document.querySelector('#outcome')
const said = document.querySelector('#said')
const frame = document.querySelector('iframe')
const answered = document.querySelector('#json')

const ask = (accept) =>
  fetch(form.action, {
    method: 'POST',
    headers: {
      Accept: accept,
      'Accept-Language': document.documentElement.lang,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ documento: new FormData(form).get('documento') }),
  })

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void run()
})

/** As high as what it shows: a report is read whole, not through a slit. */
const fit = () => {
  const shown = frame.contentDocument?.documentElement
  if (!shown) return
  // A page is never lower than its frame: it is measured in one that has no height.
  frame.style.height = '0'
  frame.style.height = `${shown.scrollHeight + 2}px`
}
frame.addEventListener('load', fit)
window.addEventListener('resize', fit)

async function run() {
  const button = form.querySelector('button')
  button.disabled = true
  said.textContent = form.dataset.asking
  try {
    const json = await ask('application/json')
    const body = await json.json()
    said.textContent = json.ok ? form.dataset.answered : body.detail
    answered.textContent = JSON.stringify(body, null, 2)
    frame.hidden = !json.ok
    outcome.hidden = false
    if (json.ok) frame.srcdoc = await (await ask('text/html')).text()
  } catch {
    said.textContent = form.dataset.unreachable
  } finally {
    button.disabled = false
  }
}
