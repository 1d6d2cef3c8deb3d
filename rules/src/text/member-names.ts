import { holdsDocument } from '../documents/document-number.ts'

/** A caller's own name is echoed only if it cannot be a document or a secret: short, with few digits. */
export const speakable = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) &&
  /[A-Za-z_]/.test(name) &&
  name.replace(/\D/g, '').length <= digitCountMax &&
  !holdsDocument(name)
    ? name
    : '(?)'

/** Six digits would already reveal much of a CPF. */
const digitCountMax = 5

/**
 * The path of a member that a JSON text repeats in one object, if any: parsers silently keep the last one. `value` is
 * the parsed text. It has fewer members than the text only if some were dropped, and only then is the text searched.
 */
export const repeatedMember = (text: string, value: unknown): string | undefined =>
  countMembers(value) === countNames(text) ? undefined : firstRepeated(text)

function countMembers(value: unknown): number {
  let count = 0
  // A stack instead of recursion: a value may be nested deeper than the call stack.
  const left: unknown[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const members = Array.isArray(next) ? next : Object.values(next)
    if (members !== next) count += members.length
    for (const one of members) if (typeof one === 'object' && one !== null) left.push(one)
  }
  return count
}

/** Strings that a colon follows. */
function countNames(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; ) {
    const next = afterBlanks(text, endOfString(text, at))
    if (text.charCodeAt(next) === colon) count++
    at = text.indexOf('"', next)
  }
  return count
}

/** The position after the closing quote of the string that begins here. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

function afterBlanks(text: string, at: number): number {
  let next = at
  while (text.charCodeAt(next) <= blank) next++
  return next
}

const [colon, backslash, blank] = [0x3a, 0x5c, 0x20] as const

/** An object or list being read: the names so far, and the current step of the path. */
type Frame = { readonly names: Set<string> | undefined; step: string | number }

function firstRepeated(text: string): string | undefined {
  const frames: Frame[] = []
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1)
    switch (text.charAt(at)) {
      case '{':
        frames.push({ names: new Set(), step: '' })
        break
      case '[':
        frames.push({ names: undefined, step: 0 })
        break
      case '}':
      case ']':
        frames.pop()
        break
      case ',':
        if (typeof frame?.step === 'number') frame.step++
        break
      case '"': {
        const end = endOfString(text, at)
        if (frame?.names !== undefined && text.charCodeAt(afterBlanks(text, end)) === colon) {
          // Names are compared after unescaping: `\u0061` is an `a`.
          const name: string = JSON.parse(text.slice(at, end))
          frame.step = name
          if (frame.names.has(name)) return pathOf(frames)
          frame.names.add(name)
        }
        at = end - 1
      }
    }
  }
  return undefined
}

const pathOf = (frames: readonly Frame[]): string =>
  frames
    .map(({ step }) => (typeof step === 'number' ? `[${step}]` : `.${speakable(step)}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, pathLengthMax)

/** Longer than any path in the contract, so that a hostile path is not echoed in full. */
const pathLengthMax = 200
