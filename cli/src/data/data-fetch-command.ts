import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Text } from '@lastro/contract/text.ts'
import { dataSets } from '@lastro/service/data/data-sets.ts'
import { type Fetched, fetchDataSet } from '@lastro/service/data/fetch/fetch-data-set.ts'
import { FetchFault } from '@lastro/service/data/fetch/fetch-fault.ts'
import type { Publisher } from '@lastro/service/data/fetch/publisher.ts'
import { openSite } from '@lastro/service/data/fetch/site.ts'
import { dataAddress } from '@lastro/service/program/config.ts'
import type { Command } from 'commander'
import { fetchBar } from '../bars/fetch-bar.ts'
import { clock, config, print, printError, refuse, say } from '../terminal.ts'
import { knownSet } from './data-import-command.ts'
import { fetchFaultText } from './fetch-fault-text.ts'

/** Stopped by a person: the code that shells know for SIGINT. */
const stoppedCode = 130

type FetchOptions = { period?: string; to?: string; from?: string; json?: true }

export function dataFetchCommand(data: Command): void {
  data
    .command('fetch')
    .description(
      say({
        pt: `Baixa os arquivos de quem os publica: ${setNames}`,
        en: `Download the files from whoever publishes them: ${setNames}`,
      }),
    )
    .argument('<set>')
    .option(
      '--period <period>',
      say({ pt: 'Qual; sem isto, o mais novo completo', en: 'Which; otherwise the newest complete one' }),
    )
    .option('--to <directory>', say({ pt: 'Para onde', en: 'Where to' }))
    .option('--from <url>', say({ pt: 'De outro endereço', en: 'From another address' }))
    .option('--json', say({ pt: 'Imprime o resultado como JSON', en: 'Print the outcome as JSON' }))
    .action(fetch)
}

const setNames = dataSets.map((one) => one.name).join(', ')

async function fetch(dataSet: string, { period, to, from, json }: FetchOptions): Promise<void> {
  const { publisher } = knownSet(dataSet)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const { signal } = stop
  const bar = fetchBar(dataSet)
  try {
    const fetched = await fetchDataSet(
      {
        site: openSite({ ...addressOf(dataSet, publisher, from), signal }),
        clock,
        signal,
        wait: (ms) => pause(ms, undefined, { signal }),
        onPause: bar.pause,
        watcher: bar,
      },
      { dataSet, publisher, period, directoryOf: directoryOf(dataSet, to) },
    )
    bar.clear()
    print(json ? JSON.stringify(fetched) : outcome(dataSet, fetched))
  } catch (error) {
    bar.clear()
    if (!signal.aborted) throw error instanceof FetchFault ? refuse(fetchFaultText(error)) : error
    printError(say(stopped))
    process.exitCode = stoppedCode
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const stopped: Text = {
  pt: 'Parado. O que já veio fica; o mesmo comando continua de onde parou.',
  en: 'Stopped. What has come stays; the same command goes on where it stopped.',
}

/** What the operator names, here or in a setting, may be on its own network; a publisher may not. */
function addressOf(dataSet: string, publisher: Publisher, from: string | undefined) {
  const named = from === undefined ? config.dataAddresses.get(dataSet) : readAddress(from)
  return { address: named ?? new URL(publisher.address), isNamed: named !== undefined }
}

const readAddress = (text: string): URL =>
  dataAddress(text) ??
  refuse({
    pt: '--from deve ser um endereço http ou https, sem ? nem #.',
    en: '--from must be an http or https address, without ? and #.',
  })

const directoryOf =
  (dataSet: string, to: string | undefined) =>
  (period: string): string =>
    to === undefined
      ? join(config.dataDirectory, 'public-data', 'downloads', `${dataSet}-${period}`)
      : resolve(config.callerDirectory, to)

function outcome(dataSet: string, { period, files, directory }: Fetched): string {
  const there = files.filter((one) => one.wasThere).length
  return say({
    pt: `${dataSet} ${period}: em ${directory}, arquivos: ${files.length}, dos quais já estavam lá: ${there}.\nAgora: lastro data import ${dataSet} ${directory}`,
    en: `${dataSet} ${period}: in ${directory}, files: ${files.length}, of which were there: ${there}.\nNow: lastro data import ${dataSet} ${directory}`,
  })
}
