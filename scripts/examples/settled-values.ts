import type { Answered } from './play-request.ts'

/** What is made at random, and what stands in its place. A number goes where the zeros end. */
const random: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000'],
  [/\b[0-9a-f]{64}\b/g, '0'.repeat(64)],
  [/(?<="requestId":")[0-9a-f]{32}/g, '0'.repeat(32)],
  [/(?<="checkCode":")[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/g, '0000-0000-0000'],
  [/(?<=")oc_[\w-]{24}/g, 'oc_000000000000000000000000'],
  [/(?<=")cli_[\w-]{16}/g, 'cli_0000000000000000'],
  [/(?<=")(?:lat|lrt)_[\w-]{43}/g, 'lat_000000000000000000000000000000000000000000'],
  [/whsec_[\w+/]{43}=/g, 'whsec_0000000000000000000000000000000000000000000='],
  [/(?<="durationMs":)\d+/g, '12'],
]

/** The answers with what is made at random replaced by something of the same form, the same each time. */
export function settled(
  answers: readonly Answered[],
  replaced: Readonly<Record<string, string>>,
): readonly Answered[] {
  let text = JSON.stringify(answers)
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to)
  for (const [pattern, form] of random) {
    const seen = new Map<string, string>()
    text = text.replace(pattern, (value) => {
      const known = seen.get(value) ?? numbered(form, seen.size + 1)
      seen.set(value, known)
      return known
    })
  }
  return JSON.parse(text) as readonly Answered[]
}

/** The same thing has the same name wherever it is told, and another another. */
function numbered(form: string, number: number): string {
  const digits = String(number)
  const zeros = /0{3,}(?==?$)/.exec(form)
  if (zeros === null) return form
  const end = zeros.index + zeros[0].length
  return form.slice(0, end - digits.length) + digits + form.slice(end)
}
