import { existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { addYears, type Day, dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
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
        pt: 'O dia dos dados, AAAA-MM-DD; sem isto, um ano atrás: dados verdadeiros são mais novos, e tomam o lugar destes',
        en: 'The day of the data, YYYY-MM-DD; a year ago without it: real data is newer, and takes its place',
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
  const written = await writtenTo(resolve(config.callerDirectory, options.to), (to) =>
    writeSample(dataSet, request, to),
  )
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
  if (written.example === undefined) return
  print(
    say({
      pt: `Todas as empresas são inventadas. Depois de importar, consulte por exemplo ${written.example}.`,
      en: `All companies are invented. Once they are imported, ask for example for ${written.example}.`,
    }),
  )
}

/** Zips that are there may have taken an evening to download. */
async function writtenTo<Written>(to: string, write: (to: string) => Promise<Written>): Promise<Written> {
  if (existsSync(to) && statSync(to).isDirectory() && readdirSync(to).some((name) => /\.zip$/i.test(name))) {
    refuse({
      pt: `Já há zips em ${to}. Indique um diretório vazio.`,
      en: `There are zips in ${to} already. Name an empty directory.`,
    })
  }
  try {
    return await write(to)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error) || ('code' in error && error.code === 'ENOSPC'))
      throw error
    return refuse({
      pt: `Não se pode gravar em ${to}. Indique um diretório em que se possa.`,
      en: `${to} cannot be written to. Name a directory that can be.`,
    })
  }
}

function dateOf(text: string | undefined): Day {
  if (text === undefined) return addYears(dayAt(clock.nowMs()), -1)
  return parseDay(text) ?? refuse({ pt: '--date é AAAA-MM-DD.', en: '--date is YYYY-MM-DD.' })
}
