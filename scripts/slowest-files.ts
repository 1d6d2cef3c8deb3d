import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const shownCount = 10

/** Prints the test files that took longest, after the summary. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const byDuration = modules
      .map((one) => {
        const { collectDuration, duration } = one.diagnostic()
        return { name: `${one.project.name}  ${relative('.', one.moduleId)}`, ms: collectDuration + duration }
      })
      .toSorted((a, b) => b.ms - a.ms)
    const lines = byDuration
      .slice(0, shownCount)
      .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}\n`)
    if (lines.length > 1) process.stdout.write(`\nThe slowest files:\n${lines.join('')}`)
  }
}
