import { resolve } from 'node:path'
import { type Day, dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import { dataSets } from '@lastro/service/data/data-sets.ts'
import { writeSample } from '@lastro/service/data/sample/write-sample.ts'
import type { Command } from 'commander'
import { clock, config, print, refuse, say, table } from '../terminal.ts'
import { knownSet } from './data-import-command.ts'

export function sampleCommand(data: Command): void {
  data
    .command('sample')
    .description(
      say({
        pt: 'Escreve zips inventados no formato verdadeiro, com cada erro conhecido um número conhecido de vezes',
        en: 'Write invented zips in the true layout, with each known lie a known number of times',
      }),
    )
    .argument('<set>', dataSets.map(({ name }) => name).join(', '))
    .requiredOption('--companies <number>', say({ pt: 'Quantas empresas', en: 'How many companies' }))
    .requiredOption('--to <directory>', say({ pt: 'Onde escrever', en: 'Where to write' }))
    .option(
      '--seed <number>',
      say({ pt: 'A mesma semente dá as mesmas', en: 'The same seed gives the same' }),
      '1',
    )
    .option(
      '--date <day>',
      say({
        pt: 'O dia dos dados, AAAA-MM-DD; sem isto, hoje',
        en: 'The day of the data, YYYY-MM-DD; today without it',
      }),
    )
    .option('--json', say({ pt: 'Imprime os erros como JSON', en: 'Print the lies as JSON' }))
    .action(sample)
}

type SampleOptions = { companies: string; seed: string; to: string; date?: string; json?: true }

async function sample(set: string, options: SampleOptions): Promise<void> {
  const dataSet = knownSet(set)
  if (!/^\d{1,8}$/.test(options.companies) || !/^\d{1,9}$/.test(options.seed)) {
    refuse({
      pt: '--companies e --seed são números inteiros.',
      en: '--companies and --seed are whole numbers.',
    })
  }
  const request = {
    companies: Number(options.companies),
    seed: Number(options.seed),
    date: dateOf(options.date),
  }
  const written = await writeSample(dataSet, request, resolve(config.callerDirectory, options.to))
  if (options.json) return print(JSON.stringify(written))
  const rows = Object.entries(written.lies).flatMap(([zip, lies]) =>
    Object.entries(lies).map(([lie, count]) => [zip, lie, String(count)]),
  )
  print(table(say({ pt: 'arquivo,erro,vezes', en: 'file,lie,times' }).split(','), rows))
  print(
    say({
      pt: `${written.zips} zips, ${written.rows} linhas.`,
      en: `${written.zips} zips, ${written.rows} lines.`,
    }),
  )
}

function dateOf(text: string | undefined): Day {
  if (text === undefined) return dayAt(clock.nowMs())
  return parseDay(text) ?? refuse({ pt: '--date é AAAA-MM-DD.', en: '--date is YYYY-MM-DD.' })
}
