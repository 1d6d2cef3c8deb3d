/** Finds pages by words, in the browser: what is typed is sent nowhere, whatever it is. */
const form = document.querySelector('form.search')
const field = form.querySelector('input')
const said = form.querySelector('[role=status]')
const list = form.querySelector('ul')
const shownCountMax = 20
const shownTextLength = 110

/** Without accents and capitals, as people type. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

let index
const readIndex = () => {
  index ??= fetch(form.dataset.index)
    .then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.json()
    })
    .then((entries) =>
      entries.map(([href, title, page, text]) => ({
        href,
        title,
        page,
        text,
        plainTitle: plain(`${title} ${page}`),
        plainText: plain(text),
      })),
    )
    .catch((error) => {
      index = undefined
      throw error
    })
  return index
}

/** A word in a title counts more than one in the text; every word has to be there. */
function weightOf(entry, words) {
  let weight = 0
  for (const word of words) {
    if (plain(entry.title).startsWith(word)) weight += 12
    else if (entry.plainTitle.includes(word)) weight += 6
    else if (entry.plainText.includes(word)) weight += 1
    else return 0
  }
  return weight
}

function around(entry, word) {
  const at = Math.max(0, entry.plainText.indexOf(word) - 30)
  const end = at + shownTextLength
  return `${at > 0 ? '…' : ''}${entry.text.slice(at, end)}${end < entry.text.length ? '…' : ''}`
}

function itemOf(entry, words) {
  const link = document.createElement('a')
  link.href = entry.href
  const title = document.createElement('strong')
  title.textContent = entry.title
  const page = document.createElement('span')
  page.className = 'meta'
  page.textContent = entry.page === entry.title ? '' : entry.page
  const text = document.createElement('span')
  text.textContent = around(entry, words[0])
  link.append(title, ' ', page, ' ', text)
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function search() {
  const typed = field.value
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    said.textContent = ''
    list.replaceChildren()
    return
  }
  const entries = await readIndex()
  // Another letter was typed while the index was on its way.
  if (field.value !== typed) return
  const found = entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  said.textContent = found.length === 0 ? form.dataset.nothing : `${form.dataset.found} ${found.length}`
  list.replaceChildren(...found.slice(0, shownCountMax).map(({ entry }) => itemOf(entry, words)))
}

const searchOrSay = () =>
  search().catch(() => {
    said.textContent = form.dataset.unreachable
  })

field.addEventListener('focus', () => void readIndex().catch(() => {}))
field.addEventListener('input', () => void searchOrSay())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.hidden = false

// Among a hundred operations the reader's own is in view, without moving the page.
const own = document.querySelector('nav [aria-current=page]')
const pages = own?.closest('nav')
if (pages !== undefined && pages !== null) pages.scrollTop = own.offsetTop - pages.clientHeight / 2
