import type { Text } from '@lastro/contract/text.ts'
import { hideDocuments } from '@lastro/rules/documents/document-number.ts'
import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { postgresOutage, sqliteOutage } from '@lastro/service/store/engine/outage-reason.ts'
import { openStore } from '@lastro/service/store/open-store.ts'
import type { Command } from 'commander'
import { jsonOption } from '../options.ts'
import { CommandError, clock, config, type Printing, print, refuseEmptyPlace, say } from '../terminal.ts'
import type { Finding } from './finding.ts'
import { lookAtClock } from './look-at-clock.ts'
import { lookAtCoverage } from './look-at-coverage.ts'
import { lookAtMail } from './look-at-mail.ts'
import { lookAtSettings } from './look-at-settings.ts'
import { lookAtSources } from './look-at-sources.ts'
import { lookAtStore, notReadyTexts } from './look-at-store.ts'

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      say({
        pt: 'Examina configuração, banco, disco, e-mail, relógio, fontes e cobertura, e diz o que consertar',
        en: 'Check settings, store, disk, mail, clock, sources and coverage, and say what to fix',
      }),
    )
    .option(...jsonOption)
    .action(examine)
}

/** Checks every part even if one fails: faults often come together. */
async function examine({ json }: Printing): Promise<void> {
  const findings = [
    ...(await looked('settings', async () => lookAtSettings(config))),
    ...(await looked('mail', () => lookAtMail(config.notices.mail))),
    ...(await looked('store', lookIntoStore)),
  ]
  if (findings.some(({ state }) => state === 'mend')) process.exitCode = 1
  if (json) return print(JSON.stringify(findings.map((one) => ({ ...one, text: say(one.text) }))))
  for (const finding of findings) print(line(finding))
}

/**
 * Does not create a missing store, which would make a mistyped directory look healthy. Uses the time limits of the
 * service, so that a store that hangs becomes a finding.
 */
async function lookIntoStore(): Promise<readonly Finding[]> {
  refuseEmptyPlace()
  const store = await openStore(config)
  try {
    return [
      ...(await looked('store', () => lookAtStore(store))),
      ...(await looked('clock', () => lookAtClock(store, clock))),
      ...(await looked('sources', () => lookAtSources(store, clock))),
      ...(await looked('coverage', () => lookAtCoverage(store, clock))),
    ]
  } finally {
    await store.close().catch(() => undefined)
  }
}

/** Turns a fault into a finding of one sentence: doctor must not fail when something is wrong. */
async function looked(
  of: Finding['of'],
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [faultFinding(of, error)]
  }
}

function faultFinding(of: Finding['of'], error: unknown): Finding {
  if (error instanceof CommandError)
    return { of, state: 'mend', text: { pt: error.message, en: error.message } }
  const reason = (config.databaseUrl === undefined ? sqliteOutage : postgresOutage)(error)
  const text = settingFault(error) ?? (reason && notReadyTexts[reason]) ?? unexpected(error)
  return { of, state: 'mend', ...(reason !== undefined && { reason }), text }
}

function unexpected(error: unknown): Text {
  const [said = ''] = hideDocuments(error instanceof Error ? error.message : String(error)).split('\n')
  return {
    pt: `Esta verificação falhou: ${said}. Veja o log do serviço e relate o caso ao projeto.`,
    en: `This check failed: ${said}. See the log of the service, and report the problem to the project.`,
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
