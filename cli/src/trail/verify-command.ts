import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Text } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { positionOf } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import { heldSeals } from '@lastro/service/features/trail/seals/held-seals.ts'
import {
  type Verification,
  type VerifyAgainst,
  verifyTrail,
} from '@lastro/service/features/trail/seals/verify-trail.ts'
import type { OpenTrail } from '@lastro/service/store/open-trail.ts'
import type { Command } from 'commander'
import { progressBar } from '../bars/progress-bar.ts'
import { environmentOption, jsonOption } from '../options.ts'
import { clock, config, print, refuse, say, withTrail } from '../terminal.ts'
import { archiveOption, verifiedArchives, verifyAlone } from './archives-given.ts'
import { archivesTexts, leftTexts } from './archives-text.ts'
import { isWhole, verificationTexts } from './verification-text.ts'

export function verifyCommand(trail: Command): void {
  trail
    .command('verify')
    .description(
      say({
        pt: 'Percorre todas as faixas e seus selos; aponta o que foi mudado, cortado ou retirado',
        en: 'Walk all lanes and their seals; names what was changed, cut off or taken away',
      }),
    )
    .addOption(environmentOption().default('production'))
    .option(
      '--expect <hash>',
      say({
        pt: 'Um selo ou elo anotado antes, que deve estar na trilha',
        en: 'A seal or link written down before, which must be in the trail',
      }),
    )
    .option(
      '--seal <file>',
      say({
        pt: 'Selos guardados fora do banco: linhas do log do serviço, ou uma só',
        en: "Seals held outside the database: lines of the service's log, or a single one",
      }),
    )
    .option(...archiveOption)
    .option(
      '--without-store',
      say({
        pt: 'Confere só os arquivos de --archive, sem abrir a trilha',
        en: 'Verify only the archives of --archive, without opening the trail',
      }),
    )
    .option(...jsonOption)
    .action(verify)
}

type VerifyOptions = {
  env: Environment
  json?: true
  expect?: string
  seal?: string
  archive?: string[]
  withoutStore?: true
}

async function verify(options: VerifyOptions): Promise<void> {
  const { env, json, archive, withoutStore } = options
  const against = {
    expected: options.expect === undefined ? undefined : wholeHash(options.expect),
    held: options.seal === undefined ? [] : sealsIn(options.seal),
  }
  if (withoutStore) return verifyAlone(archive ?? refuse(noArchiveGiven), against, json)
  const [inStore, archives] = await withTrail(async (trail) => [
    await verifyWithBar(trail, env, { ...against, today: dayAt(clock.nowMs()) }, json),
    archive && (await verifiedArchives(archive, against, trail)),
  ])
  const found = archives?.holdsExpected ? { ...inStore, holdsExpected: true } : inStore
  if (!isWhole(found) || (archives?.faults.length ?? 0) > 0) process.exitCode = 1
  if (json) return print(JSON.stringify({ ...found, ...(archives && { archives }) }))
  for (const text of verificationTexts(found, archives)) print(say(text))
  for (const text of archives === undefined ? leftTexts(found.archived) : archivesTexts(archives))
    print(say(text))
}

async function verifyWithBar(
  trail: OpenTrail['trail'],
  environment: Environment,
  against: VerifyAgainst,
  json: true | undefined,
): Promise<Verification> {
  const bar = progressBar({ pt: 'registros', en: 'records' }, json !== true)
  const heads = await trail.heads(environment)
  const linkCount = heads.reduce((sum, { number }) => sum + positionOf(number), 0)
  const found = await verifyTrail(trail, environment, against, (links, records) =>
    bar.tell({ count: records, share: links / Math.max(links, linkCount) }),
  )
  bar.clear()
  return found
}

/** What was cut off as it was written down would look like a trail that was. */
const wholeHash = (text: string): string =>
  /^[0-9a-f]{64}$/.test(text.trim().toLowerCase())
    ? text.trim().toLowerCase()
    : refuse({
        pt: '--expect pede o selo ou o elo inteiro: 64 letras de 0 a f. O log do serviço e lastro trail verify o escrevem inteiro.',
        en: '--expect needs the whole seal or link: 64 letters from 0 to f. The log of the service and lastro trail verify write it whole.',
      })

const noArchiveGiven: Text = {
  pt: '--without-store pede --archive, o lugar dos arquivos.',
  en: '--without-store needs --archive, the place of the archives.',
}

function sealsIn(path: string): readonly Seal[] {
  const found = heldSeals(readAsked(path))
  switch (found.kind) {
    case 'seals':
      return found.seals
    case 'broken':
      return refuse({
        pt: `O selo da linha ${found.line} não está inteiro: copie a linha do log como ela é.`,
        en: `The seal in line ${found.line} is not whole: copy the line of the log as it is.`,
      })
    case 'none':
      return refuse({ pt: 'O arquivo de --seal não tem selo.', en: 'The file of --seal has no seal.' })
  }
}

function readAsked(path: string): string {
  try {
    return readFileSync(resolve(config.callerDirectory, path), 'utf8')
  } catch {
    return refuse({ pt: `Não se lê ${path}.`, en: `${path} cannot be read.` })
  }
}
