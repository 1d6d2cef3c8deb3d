import type { Text } from '@lastro/contract/text.ts'
import { dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import {
  type BureauCoverage,
  type CoverageChange,
  type CoverageState,
  coverageState,
} from '@lastro/service/features/bureau/bureau-coverage.ts'
import { publicName } from '@lastro/service/features/bureau/read-declaration.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, type Printing, print, refuse, say, table, tell, withStore } from '../terminal.ts'

export function coverageCommands(bureau: Command): void {
  const coverage = bureau.command('coverage').description(
    say({
      pt: 'A cobertura declarada pelas cargas e até quando ela vale',
      en: 'Coverage declared by loads, and until when',
    }),
  )
  coverage
    .command('list', { isDefault: true })
    .description(say({ pt: 'Mostra todas as declarações', en: 'Show all declarations' }))
    .option(...jsonOption)
    .action(list)
  const shortening = coverage
    .command('shorten')
    .description(
      say({
        pt: 'Encerra uma declaração mais cedo, nunca mais tarde',
        en: 'End a declaration earlier, never later',
      }),
    )
    .argument('<id>', say({ pt: 'O id da declaração', en: 'The id of the declaration' }))
    .requiredOption(
      '--until <day>',
      say({
        pt: 'O novo último dia, como 2026-11-30',
        en: 'The new last day, such as 2026-11-30',
      }),
    )
    .option(...jsonOption)
  onRecord(shortening, {
    operation: 'operadorCoberturaEncurta',
    target: (id: string) => id,
    work: shorten,
  })
  const withdrawing = coverage
    .command('withdraw')
    .description(
      say({
        pt: 'Retira uma declaração: a seção deixa de estar coberta na hora',
        en: 'Withdraw a declaration: the section is no longer covered at once',
      }),
    )
    .argument('<id>', say({ pt: 'O id da declaração', en: 'The id of the declaration' }))
    .option(...jsonOption)
  onRecord(withdrawing, {
    operation: 'operadorCoberturaRetira',
    target: (id: string) => id,
    work: withdraw,
  })
}

const stateTexts: Readonly<Record<CoverageState, { pt: string; en: string }>> = {
  in_force: { pt: 'em vigor', en: 'in force' },
  superseded: { pt: 'substituída', en: 'superseded' },
  expired: { pt: 'vencida', en: 'expired' },
  withdrawn: { pt: 'retirada', en: 'withdrawn' },
}

const extentTexts = {
  complete: { pt: 'completa', en: 'complete' },
  partial: { pt: 'parcial', en: 'partial' },
}

export const coveredText = ({ section, documentType, extent, asOf, until }: BureauCoverage): string =>
  say({
    pt: `coberta: ${publicName(section)} de ${documentType}, ${extentTexts[extent].pt}, dados de ${asOf}, até ${until}`,
    en: `covered: ${publicName(section)} of ${documentType}, ${extent}, data of ${asOf}, until ${until}`,
  })

async function list({ json }: Printing): Promise<void> {
  const today = dayAt(clock.nowMs())
  const found = await withStore(({ bureauCoverage }) => bureauCoverage.list())
  const all = found.map((one) => ({ ...one, state: coverageState(one, found, today) }))
  if (json) return print(JSON.stringify(all))
  if (all.length === 0) {
    return print(
      say({
        pt: 'Nada foi declarado. Cada linha carregada cobre o que contém, só para o documento dela. Declare com: lastro bureau load ARQUIVO --covers check,notary --for cpf,cnpj --as-of DIA',
        en: 'Nothing was declared. Each loaded line covers what it contains, for its document only. Declare with: lastro bureau load FILE --covers check,notary --for cpf,cnpj --as-of DAY',
      }),
    )
  }
  const headings = say({
    pt: 'id,seção,documentos,cobertura,dados de,até,estado,declarada por',
    en: 'id,section,documents,coverage,data of,until,state,declared by',
  }).split(',')
  print(
    table(
      headings,
      all.map((one) => [
        one.id,
        publicName(one.section),
        one.documentType,
        say(extentTexts[one.extent]),
        one.asOf,
        one.until,
        say(stateTexts[one.state]),
        one.declaredBy,
      ]),
    ),
  )
}

async function shorten(
  { store }: CommandAct,
  id: string,
  { until: text, ...printing }: Printing & { readonly until: string },
): Promise<void> {
  const until = parseDay(text)
  if (until === undefined) {
    return refuse({
      pt: '--until não é uma data válida. Use o formato 2026-11-30.',
      en: '--until is not a valid date. Write it like 2026-11-30.',
    })
  }
  const coverage = changed(await store.bureauCoverage.shorten(id, until, by()))
  tell(printing, coverage, await nowText(store, coverage))
}

async function withdraw({ store }: CommandAct, id: string, printing: Printing): Promise<void> {
  const coverage = changed(await store.bureauCoverage.withdraw(id, by()))
  tell(printing, coverage, await nowText(store, coverage))
}

/** What holds after a change: a declaration that was changed need not have been the one in force. */
async function nowText({ bureauCoverage }: CommandAct['store'], changedOne: BureauCoverage): Promise<Text> {
  const { section, documentType: type } = changedOne
  const today = dayAt(clock.nowMs())
  const all = await bureauCoverage.list()
  const inForce = all.find(
    (one) =>
      one.section === section && one.documentType === type && coverageState(one, all, today) === 'in_force',
  )
  const name = publicName(section)
  if (inForce === undefined) {
    return {
      pt: `Nenhuma carga cobre mais ${name} de todo ${type}.`,
      en: `No load covers ${name} of every ${type} any more.`,
    }
  }
  const { pt, en } = extentTexts[inForce.extent]
  if (inForce.id === changedOne.id) {
    return {
      pt: `${name} de ${type} tem cobertura ${pt} até ${inForce.until}.`,
      en: `${name} of ${type} has ${en} coverage until ${inForce.until}.`,
    }
  }
  return {
    pt: `Esta declaração já tinha sido substituída. ${name} de ${type} continua com cobertura ${pt} até ${inForce.until}, por uma carga mais nova.`,
    en: `This declaration had been superseded. ${name} of ${type} still has ${en} coverage until ${inForce.until}, from a newer load.`,
  }
}

const by = () => ({ name: systemUser(), nowMs: clock.nowMs() })

function changed(change: CoverageChange): BureauCoverage {
  switch (change.kind) {
    case 'changed':
      return change.coverage
    case 'unknown':
      return refuse({
        pt: 'Esta declaração não existe. lastro bureau coverage lista todas.',
        en: 'There is no such declaration. lastro bureau coverage lists them all.',
      })
    case 'withdrawn':
      return refuse({
        pt: 'Esta declaração já foi retirada.',
        en: 'This declaration was already withdrawn.',
      })
    case 'not_earlier':
      return refuse({
        pt: `Esta declaração termina em ${change.coverage.until}: só pode terminar antes. Para estender, carregue dados novos.`,
        en: `This declaration ends on ${change.coverage.until}: it can only end earlier. To extend it, load newer data.`,
      })
  }
}
