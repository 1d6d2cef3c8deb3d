import type { Text } from '@lastro/contract/text.ts'
import { BackupFault, type BackupFaultKind } from '@lastro/service/store/backup/backup-fault.ts'
import { refuse } from '../terminal.ts'

/** Runs it; a fault of the kind that a person can mend is refused in words. */
export async function saidInWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return refuse(texts[error.kind](error.about))
  }
}

const texts: Readonly<Record<BackupFaultKind, (about: string) => Text>> = {
  target_taken: (about) => ({
    pt: `${about} já existe e não está vazio. Indique outro diretório.`,
    en: `${about} exists already and is not empty. Name another directory.`,
  }),
  unwritable: (about) => ({
    pt: `Não foi possível gravar em ${about}: falta espaço ou permissão. Nada ficou pela metade.`,
    en: `${about} could not be written: no room, or no permission. Nothing was left half done.`,
  }),
  no_backup: (about) => ({
    pt: `Não há cópia em ${about}: falta manifest.json.`,
    en: `There is no backup in ${about}: manifest.json is missing.`,
  }),
  unreadable: (about) => ({
    pt: `Não se pode ler ${about}. A cópia é de quem a fez: dê esse direito a quem restaura. Nada foi restaurado.`,
    en: `${about} cannot be read. A backup belongs to whoever made it: give that right to whoever restores it. Nothing was restored.`,
  }),
  damaged: (about) => ({
    pt: `A cópia está danificada: ${about} não é o que foi gravado. Nada foi restaurado.`,
    en: `The backup is damaged: ${about} is not what was written. Nothing was restored.`,
  }),
  place_taken: (about) => ({
    pt: `${about} não está vazio, e só se grava onde não há nada: indique outro lugar. O que há ali ficou como estava.`,
    en: `${about} is not empty, and nothing is written where something is: name another place. What is there was left as it was.`,
  }),
  in_use: (about) => ({
    pt: `${about} está em uso por um Lastro. Encerre-o antes.`,
    en: `${about} is in use by a Lastro. Stop it first.`,
  }),
  wrong_passphrase: () => ({
    pt: 'A frase não é a da cópia. Confira LASTRO_BACKUP_PASSPHRASE. Só se você tem a chave dos segredos à parte use --without-key: sem ela o serviço não inicia com estes dados.',
    en: 'The passphrase is not that of the backup. Check LASTRO_BACKUP_PASSPHRASE. Use --without-key only if you have the key of the secrets apart: without it the service does not start on this data.',
  }),
  other_key: (about) => ({
    pt: `${about} guarda outra chave que a da cópia. Mova-a para outro lugar, ou use --without-key.`,
    en: `${about} holds another key than the backup. Move it elsewhere, or use --without-key.`,
  }),
  other_engine: (about) =>
    about === 'sqlite'
      ? {
          pt: 'A cópia é de SQLite. Restaure-a sem DATABASE_URL, e leve-a ao PostgreSQL com lastro move --to.',
          en: 'The backup is of SQLite. Restore it without DATABASE_URL, and take it to PostgreSQL with lastro move --to.',
        }
      : {
          pt: 'A cópia é de PostgreSQL. Defina DATABASE_URL com um banco vazio.',
          en: 'The backup is of PostgreSQL. Set DATABASE_URL to an empty database.',
        },
  newer_store: () => ({
    pt: 'Uma versão mais nova do Lastro já trabalhou nestes dados. Use essa versão.',
    en: 'A newer release of Lastro has been at work on this data. Use that release.',
  }),
  differs: (about) => ({
    pt: `O que foi gravado não diz o mesmo que o original: ${about}. Não o use.`,
    en: `What was written does not say the same as the original: ${about}. Do not use it.`,
  }),
  snapshot_gone: (about) => ({
    pt: `Os dados públicos ${about} foram apagados durante a cópia. Faça-a de novo.`,
    en: `Public data ${about} was deleted during the backup. Make it again.`,
  }),
  distributed: () => ({
    pt: 'Os dados estão distribuídos por vários servidores (Citus), e nenhum pg_dump os lê num só momento. Copie cada servidor com pg_basebackup e arquive o seu log; select citus_create_restore_point(…) dá a todos um mesmo ponto de volta. Guarde também secrets.key de LASTRO_DATA.',
    en: 'The data is spread over several servers (Citus), and no pg_dump reads them at one moment. Copy each server with pg_basebackup and archive its log; select citus_create_restore_point(…) gives all of them one point to go back to. Keep secrets.key of LASTRO_DATA too.',
  }),
  tool_missing: (about) => ({
    pt: `${about} não está instalado aqui. Instale o postgresql-client da versão do servidor, ou copie o banco com pg_dump ou pg_basebackup noutra máquina; guarde também secrets.key de LASTRO_DATA.`,
    en: `${about} is not installed here. Install the postgresql-client of the server's release, or copy the database with pg_dump or pg_basebackup on another machine; keep secrets.key of LASTRO_DATA too.`,
  }),
  tool_newer: (about) => ({
    pt: `O pg_dump e o pg_restore que há aqui são do PostgreSQL 17 ou mais novo e o servidor é do ${about}: o que eles gravam não se restaura nele. Instale o postgresql-client-${about}.`,
    en: `The pg_dump and pg_restore here are of PostgreSQL 17 or newer and the server is of ${about}: what they write cannot be restored into it. Install postgresql-client-${about}.`,
  }),
  dump_newer: (about) => ({
    pt: `Este backup foi gravado com programas do PostgreSQL 17 ou mais novo e o servidor é do ${about}, que não o lê. Restaure num PostgreSQL 17 ou mais novo.`,
    en: `This backup was written with programs of PostgreSQL 17 or newer and the server is of ${about}, which does not read it. Restore into a PostgreSQL 17 or newer.`,
  }),
  tool_failed: (about) => ({
    pt: `O PostgreSQL não o fez. Ele diz: ${about}`,
    en: `PostgreSQL did not do it. It says: ${about}`,
  }),
}
