/**
 * The steps that a path puts in the place of a pattern's `{names}`; undefined when it does not fit. A pattern that
 * ends in `/**` fits whatever begins like it.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  if (pattern.endsWith('/**')) return path.startsWith(pattern.slice(0, -2)) ? {} : undefined
  // A request is held against every pattern there is; nearly all differ before their first name.
  const nameAt = pattern.indexOf('{')
  if (nameAt !== -1 && !path.startsWith(pattern.slice(0, nameAt))) return undefined
  const wanted = pattern.split('/')
  const steps = path.split('/')
  if (wanted.length !== steps.length) return undefined
  const found: Record<string, string> = {}
  for (const [at, step] of wanted.entries()) {
    const sent = steps[at] as string
    if (!step.startsWith('{')) {
      if (step !== sent) return undefined
    } else if (/^(?!\.+$)[\w.-]{1,64}$/.test(sent)) found[step.slice(1, -1)] = sent
    else return undefined
  }
  return found
}

/** The path without its query; a proxy may send the whole address. */
export function pathOf(url: string): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
