import { resolve } from 'node:path'
import { dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import { monthsBefore } from '@lastro/rules/trail/retention.ts'
import { archiveTrail, type LeftMonth } from '@lastro/service/store/archive/archive-trail.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, print, refuse, say } from '../terminal.ts'
import { readingArchives } from './archives-given.ts'

export function archiveCommand(trail: Command): void {
  const archiving = trail
    .command('archive')
    .description(
      say({
        pt: 'Leva meses inteiros, de mais de cinco anos, para arquivos que se conferem; depois saem da trilha',
        en: 'Take whole months, older than five years, to archives that can be verified; then they leave the trail',
      }),
    )
    .requiredOption(
      '--before <day>',
      say({
        pt: 'Os meses que terminaram antes deste dia, como 2021-01-01',
        en: 'The months that ended before this day, such as 2021-01-01',
      }),
    )
    .requiredOption(
      '--to <directory>',
      say({ pt: 'Onde ficam, um diretório por mês', en: 'Where they go, a directory for each month' }),
    )
    .option(...jsonOption)
  onRecord(archiving, { operation: 'comandoTrilhaArquiva', isForKeptStore: true, work: archive })
}

type ArchiveOptions = { before: string; to: string; json?: true }

async function archive(act: CommandAct, options: ArchiveOptions): Promise<void> {
  const today = dayAt(clock.nowMs())
  const before = monthAsked(options.before)
  act.target = before
  const to = resolve(config.callerDirectory, options.to)
  const { trail, archiving } = act.store
  const left = await readingArchives(() => archiveTrail({ trail, archiving, clock }, { before, today, to }))
  if (options.json) return print(JSON.stringify(left))
  if (left.length === 0)
    print(
      say({
        pt: 'Não há mês a arquivar: nada mudou.',
        en: 'There is no month to archive: nothing has changed.',
      }),
    )
  for (const one of left) print(say(leftText(one)))
}

function monthAsked(text: string): Month {
  const before = parseDay(text)
  if (before === undefined) return refuse({ pt: '--before é AAAA-MM-DD.', en: '--before is YYYY-MM-DD.' })
  const asked = monthsBefore(before, dayAt(clock.nowMs()))
  if (asked.kind === 'months') return asked.before
  const { latest, possibleOn } = asked
  return refuse({
    pt: `A trilha guarda cinco anos. Os meses antes de ${before} só podem sair a partir de ${possibleOn}; hoje, no máximo --before ${latest}.`,
    en: `The trail keeps five years. The months before ${before} may leave from ${possibleOn} on; today, at most --before ${latest}.`,
  })
}

const leftText = ({ month, kind, records, kept, sum }: LeftMonth) =>
  kind === 'archived'
    ? {
        pt: `${month}: ${records} registros arquivados e conferidos; ${kept}, de correções e baixas, ficam também na trilha por quinze anos. Para anotar: ${sum}`,
        en: `${month}: ${records} records archived and verified; ${kept}, of corrections and releases, stay in the trail too, for fifteen years. To write down: ${sum}`,
      }
    : {
        pt: `${month}: os registros que ficaram por quinze anos saíram da trilha; continuam no arquivo.`,
        en: `${month}: the records that stayed for fifteen years have left the trail; the archive has them.`,
      }
