/** What one serving process tells of itself. */
export type WorkerMetrics = { readonly worker: number; readonly text: string }

/**
 * The figures of several processes as one page: each line says whose it is, and the lines of a figure stand
 * together, as the format wants them. Adding them up is for whoever reads, with `sum without (worker)`.
 */
export function metricsOfWorkers(all: readonly WorkerMetrics[]): string {
  const families = new Map<string, string[]>()
  for (const { worker, text } of all) {
    let name = ''
    for (const line of text.split('\n')) {
      if (line === '') continue
      const [, kind, named] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      name = named ?? name
      const family = families.get(name) ?? []
      families.set(name, family)
      if (kind === undefined) family.push(ofWorker(worker, line))
      else if (!family.includes(line)) family.push(line)
    }
  }
  return [...families.values()].flat().concat('').join('\n')
}

const ofWorker = (worker: number, line: string): string =>
  line.replace(/^([^\s{]+)(?:\{(.*)\})? /, (_, name: string, labels?: string) =>
    labels === undefined ? `${name}{worker="${worker}"} ` : `${name}{${labels},worker="${worker}"} `,
  )
