import { settingFault } from '@lastro/service/program/setting-fault.ts'
import type { Command } from 'commander'
import { jsonOption } from '../options.ts'
import { CommandError, clock, config, type Printing, print, say, withKeptStore } from '../terminal.ts'
import type { Finding } from './finding.ts'
import { lookAtClock } from './look-at-clock.ts'
import { lookAtCoverage } from './look-at-coverage.ts'
import { lookAtMail } from './look-at-mail.ts'
import { lookAtSettings } from './look-at-settings.ts'
import { lookAtSources } from './look-at-sources.ts'
import { lookAtStore } from './look-at-store.ts'

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      say({
        pt: 'Examina configuração, banco, disco, e-mail, relógio e fontes, e diz o que consertar',
        en: 'Look at settings, store, disk, mail, clock and sources, and say what to mend',
      }),
    )
    .option(...jsonOption)
    .action(examine)
}

/** Each part is looked at whatever the others say: one fault often has another beside it. */
async function examine({ json }: Printing): Promise<void> {
  const findings = [
    ...(await looked('settings', async () => lookAtSettings(config))),
    ...(await lookAtMail(config.notices.mail)),
    ...(await looked('store', lookIntoStore)),
  ]
  if (findings.some(({ state }) => state === 'mend')) process.exitCode = 1
  if (json) return print(JSON.stringify(findings.map((one) => ({ ...one, text: say(one.text) }))))
  for (const finding of findings) print(line(finding))
}

/** Where there is no store yet none is made: a mistyped directory would look well. */
const lookIntoStore = (): Promise<readonly Finding[]> =>
  withKeptStore(async (store) => [
    ...(await lookAtStore(store)),
    ...(await lookAtClock(store, clock)),
    ...(await lookAtSources(store, clock)),
    ...(await lookAtCoverage(store, clock)),
  ])

/** What a person can mend is a finding. */
async function looked(
  of: Finding['of'],
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    const said = error instanceof CommandError ? { pt: error.message, en: error.message } : undefined
    const text = said ?? settingFault(error)
    if (text === undefined) throw error
    return [{ of, state: 'mend', text }]
  }
}

const line = ({ of, state, text }: Finding): string =>
  `${marks[state]} ${say(names[of]).padEnd(12)} ${say(text)}`

const marks = { well: '✔', look: '!', mend: '✖' } as const

const names = {
  settings: { pt: 'configuração', en: 'settings' },
  store: { pt: 'banco', en: 'store' },
  disk: { pt: 'disco', en: 'disk' },
  mail: { pt: 'e-mail', en: 'mail' },
  clock: { pt: 'relógio', en: 'clock' },
  sources: { pt: 'fontes', en: 'sources' },
  coverage: { pt: 'cobertura', en: 'coverage' },
} as const
