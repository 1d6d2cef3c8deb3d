import { resolve } from 'node:path'
import type { Text } from '@lastro/contract/text.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import type { TrailStore } from '@lastro/service/features/trail/trail-store.ts'
import { ArchiveFault, type ArchiveFaultKind } from '@lastro/service/store/archive/archive-fault.ts'
import { type MonthArchive, openArchives } from '@lastro/service/store/archive/month-archive.ts'
import { withArchives } from '@lastro/service/store/archive/search-archives.ts'
import { type VerifiedArchives, verifyArchives } from '@lastro/service/store/archive/verify-archives.ts'
import { asWriteFault, BackupFault } from '@lastro/service/store/backup/backup-fault.ts'
import type { OpenTrail } from '@lastro/service/store/open-trail.ts'
import { config, print, refuse, say } from '../terminal.ts'
import { archivesTexts } from './archives-text.ts'

/** For every command that reads the trail. */
export const archiveOption = [
  '--archive <directory...>',
  say({
    pt: 'Lê também os arquivos de trail archive que estão ali',
    en: 'Read the archives of trail archive that lie there too',
  }),
] as const

/** The trail, with the archives where a command was pointed at some. */
export const searched = (trail: TrailStore, directories: readonly string[] | undefined) =>
  directories === undefined ? trail : withArchives(trail, archivesIn(directories))

const archivesIn = (directories: readonly string[]): readonly MonthArchive[] =>
  openArchives(directories.map((one) => resolve(config.callerDirectory, one)))

type Against = { readonly held: readonly Seal[]; readonly expected: string | undefined }

export const verifiedArchives = (
  directories: readonly string[],
  against: Against,
  trail?: OpenTrail['trail'],
): Promise<VerifiedArchives> =>
  readingArchives(() =>
    verifyArchives({ archives: archivesIn(directories), ...against, ...(trail !== undefined && { trail }) }),
  )

/** Verifies archives with nothing else at hand. */
export async function verifyAlone(
  directories: readonly string[],
  against: Against,
  json: true | undefined,
): Promise<void> {
  const found = await verifiedArchives(directories, against)
  if (found.faults.length > 0 || found.holdsExpected === false) process.exitCode = 1
  if (json) return print(JSON.stringify({ archives: found }))
  for (const text of archivesTexts(found)) print(say(text))
  if (found.holdsExpected === false) print(say(notInThem))
}

const notInThem: Text = {
  pt: 'O selo, elo ou arquivo anotado não está entre eles.',
  en: 'The seal, link or archive written down is not among them.',
}

/** Runs it; a fault of the kind that a person can mend is refused in words. */
export async function readingArchives<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveFault) return refuse(texts[error.kind](error.about))
    const fault = asWriteFault(error, '--to')
    if (fault instanceof BackupFault) return refuse(unwritable(fault.about))
    throw error
  }
}

const unwritable = (about: string): Text => ({
  pt: `Não foi possível gravar em ${about}: falta espaço ou permissão. Nada saiu da trilha sem estar arquivado; repita o comando.`,
  en: `${about} could not be written: no room, or no permission. Nothing left the trail that is not archived; give the command again.`,
})

const texts: Readonly<Record<ArchiveFaultKind, (about: string) => Text>> = {
  no_archive: (about) => ({
    pt: `Não há arquivo da trilha em ${about}.`,
    en: `There is no archive of the trail in ${about}.`,
  }),
  damaged: (about) => ({
    pt: `O arquivo está danificado: ${about} não é o que foi gravado.`,
    en: `The archive is damaged: ${about} is not what was written.`,
  }),
  trail_broken: (about) => ({
    pt: `A trilha está rompida em ${about}: nada foi arquivado a partir dali. lastro trail verify diz onde.`,
    en: `The trail is broken at ${about}: nothing was archived from there on. lastro trail verify says where.`,
  }),
  taken: (about) => ({
    pt: `${about} já existe e não é o arquivo deste mês desta trilha. Indique outro lugar.`,
    en: `${about} exists already and is not the archive of this month of this trail. Name another place.`,
  }),
  elsewhere: (about) => ({
    pt: `${about} está saindo da trilha, e o seu arquivo não está ali. Repita o comando com o --to de antes.`,
    en: `${about} is leaving the trail, and its archive is not there. Give the command again with the --to of before.`,
  }),
}
