import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Text } from '@lastro/contract/text.ts'
import { maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import {
  type Confirmation,
  confirmConsultation,
} from '@lastro/service/features/trail/confirm-consultation.ts'
import type { Command } from 'commander'
import { environmentOption, jsonOption } from '../options.ts'
import { print, say, timeText, withKeptStore } from '../terminal.ts'
import { archiveOption, readingArchives, searched } from './archives-given.ts'
import { searchRange } from './search-range.ts'

export function confirmCommand(trail: Command): void {
  trail
    .command('confirm')
    .description(
      say({
        pt: 'Confirma a consulta que um relatório em HTML ou PDF diz ter',
        en: 'Confirm the consultation that a report in HTML or PDF says it is',
      }),
    )
    .argument('<requestId>')
    .argument('<code>', say({ pt: 'O código de conferência', en: 'The check code' }))
    .addOption(environmentOption().default('production'))
    .option('--from <instant>', say({ pt: 'Procura desde', en: 'Look from' }))
    .option('--until <instant>', say({ pt: 'Procura até', en: 'Look until' }))
    .option(...archiveOption)
    .option(...jsonOption)
    .action(confirm)
}

type ConfirmOptions = { env: Environment; from?: string; until?: string; archive?: string[]; json?: true }

async function confirm(requestId: string, code: string, options: ConfirmOptions): Promise<void> {
  const wanted = { requestId: requestId.trim(), code, ...searchRange(options) }
  const found = await withKeptStore(({ trail }) =>
    readingArchives(() => confirmConsultation(searched(trail, options.archive), options.env, wanted)),
  )
  if (found.kind !== 'confirmed') process.exitCode = 1
  if (options.json) print(JSON.stringify(confirmationJson(found)))
  else if (found.kind === 'confirmed') print(confirmedText(found.consultation))
  else print(say(notConfirmed[found.kind]))
}

const notConfirmed: Readonly<Record<Exclude<Confirmation['kind'], 'confirmed'>, Text>> = {
  not_answered: {
    pt: 'Não confere: a consulta está na trilha, mas foi recusada. Nenhum relatório foi dado.',
    en: 'Not confirmed: the consultation is in the trail, but it was refused. No report was given.',
  },
  code_differs: {
    pt: 'Não confere: a trilha tem essa identificação, com outro código.',
    en: 'Not confirmed: the trail has that request id, with another code.',
  },
  unknown: {
    pt: 'Não confere: a trilha não tem essa identificação. Veja se --env é o ambiente certo.',
    en: 'Not confirmed: the trail does not have that request id. See whether --env is the right one.',
  },
}

/** What a confirmation tells: enough to hold a document against, the consulted one masked. */
const confirmedFacts = (one: Consultation): Record<string, string | number> => ({
  at: timeText(one.atMs),
  clientId: one.clientId,
  product: one.product,
  features: one.features,
  document: one.document === '' ? '' : maskDocument(one.document),
  outcome: one.outcome,
  listings: one.listings === '' ? 0 : one.listings.split(',').length,
  record: `${one.number}.${one.place}`,
})

const confirmationJson = (found: Confirmation): object =>
  found.kind === 'confirmed'
    ? { confirmed: true, ...confirmedFacts(found.consultation) }
    : { confirmed: false, why: found.kind }

function confirmedText(one: Consultation): string {
  const facts = Object.entries(confirmedFacts(one)).map(([name, value]) => `  ${name}: ${value}`)
  return [
    say({ pt: 'Confere. A consulta está na trilha:', en: 'Confirmed. The consultation is in the trail:' }),
    ...facts,
  ].join('\n')
}
