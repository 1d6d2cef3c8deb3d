import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import type { Text } from '@lastro/contract/text.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { type Config, ConfigError, localeLanguage, readConfig } from '@lastro/service/program/config.ts'
import { openStore } from '@lastro/service/store/open-store.ts'
import { type OpenTrail, openTrail } from '@lastro/service/store/open-trail.ts'
import type { Store } from '@lastro/service/store/store.ts'

/** What a command is handed: the environment it was called in, and the clock. */
export const config: Config = configOrExit()
export const clock = systemClock

export const say = (text: Text): string => text[config.language]

export type Printing = { readonly json?: true | undefined }

/** What a command has to say: JSON for a program, words for a person. */
export const tell = ({ json }: Printing, data: object, text: Text | string): void =>
  print(json ? JSON.stringify(data) : typeof text === 'string' ? text : say(text))

/** That what a person reported is on record. */
export const tellRecorded = (printing: Printing): void =>
  tell(printing, { recorded: true }, { pt: 'Registrado.', en: 'Recorded.' })

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)

/** A refusal that a person can mend: one sentence, no stack, exit code 1. Its act ends with the code. */
export class CommandError extends Error {
  readonly code: RefusalCode

  constructor(message: string, code: RefusalCode) {
    super(message)
    this.code = code
  }
}

/** What is refused over HTTP too has its code from there. */
type RefusalCode = ProblemCode | 'refused'

export const refuse = (text: Text, code: RefusalCode = 'refused'): never => {
  throw new CommandError(say(text), code)
}

/** For an option that goes on record: somebody reads it years later, so it has to say something. */
export const words = (text: string): string =>
  text.trim() === ''
    ? refuse({
        pt: 'Motivo, ordem e prova ficam no histórico: diga-os com palavras.',
        en: 'Reason, order and proof stay in the history: say them in words.',
      })
    : text.trim()

/** Opens the same store as the service, beside it if it runs, and closes it whatever happens. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({ ...config, isPatient: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The same, refusing where there is nothing yet: an empty trail in a mistyped directory would look whole. */
export function withKeptStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  refuseEmptyPlace()
  return withStore(work)
}

/** Opens only the trail, and only for reading, so that it also works on a read-only copy. */
export async function withTrail<Result>(
  work: (trail: OpenTrail['trail']) => Promise<Result>,
): Promise<Result> {
  refuseEmptyPlace()
  const { trail, close } = await openTrail(config)
  try {
    return await work(trail)
  } finally {
    await close()
  }
}

export function refuseEmptyPlace(): void {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, 'trail.db'))) return
  refuse({
    pt: `Não há trilha em ${dataDirectory}. Confira LASTRO_DATA, ou defina DATABASE_URL.`,
    en: `There is no trail in ${dataDirectory}. Check LASTRO_DATA, or set DATABASE_URL.`,
  })
}

/** Rows under their headings, padded by column. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}

export const timeText = (instantMs: number | undefined): string =>
  instantMs === undefined ? '' : new Date(instantMs).toISOString()

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`lastro: ${error.text[localeLanguage(process.env)]}\n`)
    return process.exit(1)
  }
}
