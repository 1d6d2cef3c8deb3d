import { join, resolve } from 'node:path'
import { publicDataDirectory } from '@lastro/service/data/snapshots/open-snapshots.ts'
import { keyFileText } from '@lastro/service/features/sealing/seal-key.ts'
import { type BackupAsked, makeBackup } from '@lastro/service/store/backup/make-backup.ts'
import { fileNames, type Manifest, readManifest } from '@lastro/service/store/backup/manifest.ts'
import { restoreBackup } from '@lastro/service/store/backup/restore-backup.ts'
import { bytesOf } from '@lastro/service/store/backup/watch-growth.ts'
import type { Command } from 'commander'
import { progressBar } from '../bars/progress-bar.ts'
import { type CommandAct, onRecord, onRecordAfterwards } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, print, say } from '../terminal.ts'
import { saidInWords } from './fault-text.ts'
import { moveCommand } from './move-command.ts'
import { passphraseAsked } from './passphrase-asked.ts'

export function backupCommands(program: Command): void {
  const backing = program
    .command('backup')
    .description(
      say({
        pt: 'Copia tudo para um diretório novo, com o serviço no ar ou parado, e confere a cópia',
        en: 'Copy everything to a new directory, with the service running or stopped, and check the copy',
      }),
    )
    .argument('<directory>')
    .option(
      '--with-public-data',
      say({ pt: 'Copia também os dados públicos importados', en: 'Copy imported public data too' }),
    )
    .option(
      '--without-key',
      say({
        pt: 'Deixa secrets.key fora: guarde-a à parte',
        en: 'Leave secrets.key out: keep it apart',
      }),
    )
    .option(...jsonOption)
  onRecord(backing, { operation: 'comandoCopiaFaz', isForKeptStore: true, work: backUp })
  const restoring = program
    .command('restore')
    .description(
      say({
        pt: 'Restaura uma cópia em LASTRO_DATA ou DATABASE_URL, que devem estar vazios',
        en: 'Restore a backup into LASTRO_DATA or DATABASE_URL, which must be empty',
      }),
    )
    .argument('<directory>')
    .option(
      '--without-key',
      say({
        pt: 'Não restaura secrets.key: você a tem à parte, ou em LASTRO_SECRETS_KEY',
        en: 'Do not restore secrets.key: you have it apart, or in LASTRO_SECRETS_KEY',
      }),
    )
    .option(...jsonOption)
  onRecordAfterwards(restoring, 'comandoCopiaRestaura', restore)
  moveCommand(program)
}

type BackupOptions = Printing & { withPublicData?: true; withoutKey?: true }

async function backUp({ store }: CommandAct, directory: string, options: BackupOptions): Promise<void> {
  const to = resolve(config.callerDirectory, directory)
  const key = await keyToSeal(options)
  const snapshots = publicDataDirectory(config.dataDirectory)
  const bar = progressBar({ pt: 'MiB', en: 'MiB' }, options.json !== true)
  const shareOf = shareOfFiles(options)
  const deps = {
    store,
    location: config,
    snapshotPath: (id: string) => join(snapshots, `${id}.sqlite`),
    environment: config.environment,
    clock,
    onBytes: (bytes: number) => bar.tell({ count: Math.floor(bytes / 2 ** 20), share: shareOf(bytes) }),
  }
  const asked = { to, withPublicData: options.withPublicData === true, key }
  const manifest = await saidInWords(() => makeBackup(deps, asked))
  bar.clear()
  if (options.json) return tellManifest(manifest, to)
  const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
  print(
    say({
      pt: `Cópia em ${to}: ${manifest.files.length} arquivos, ${mib(bytes)} MiB, conferidos.`,
      en: `Backup in ${to}: ${manifest.files.length} files, ${mib(bytes)} MiB, checked.`,
    }),
  )
  tellOfTrail(manifest)
  if (key === undefined) print(say(keyApart(config.secretsKey !== undefined)))
}

/** How far a copy of files is; how much a dump of PostgreSQL will be nobody knows before. */
function shareOfFiles({ withPublicData }: BackupOptions): (bytes: number) => number | undefined {
  if (config.databaseUrl !== undefined || withPublicData) return () => undefined
  const paths = [fileNames.store, fileNames.trail].map((name) => join(config.dataDirectory, name))
  const total = paths.reduce((sum, path) => sum + bytesOf(path), 0)
  return (bytes) => Math.min(1, bytes / Math.max(1, total))
}

/** Where the operator sets the key itself there is none of ours to keep. */
async function keyToSeal({ withoutKey }: BackupOptions): Promise<BackupAsked['key']> {
  const text = withoutKey ? undefined : keyFileText(config)
  return text === undefined ? undefined : { text, passphrase: await passphraseAsked('new') }
}

const keyApart = (isSetting: boolean) => ({
  pt: `A chave dos segredos não está na cópia: guarde ${isSetting ? 'LASTRO_SECRETS_KEY' : 'secrets.key, se houver,'} à parte. Sem ela os segredos de webhooks e de códigos de acesso não abrem.`,
  en: `The key of the secrets is not in the backup: keep ${isSetting ? 'LASTRO_SECRETS_KEY' : 'secrets.key, where there is one,'} apart. Without it the secrets of webhooks and of sign-in codes do not open.`,
})

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

type RestoreOptions = Printing & { withoutKey?: true }

async function restore(directory: string, { withoutKey, json }: RestoreOptions): Promise<void> {
  const from = resolve(config.callerDirectory, directory)
  const { secretsKey } = await saidInWords(async () => readManifest(from))
  const isAsked = secretsKey === 'sealed' && !withoutKey
  const passphrase = isAsked ? await passphraseAsked('known') : undefined
  const deps = { location: config, environment: config.environment }
  const manifest = await saidInWords(() => restoreBackup(deps, { from, passphrase }))
  if (json) return tellManifest(manifest, from)
  print(
    say({
      pt: `Restaurada a cópia de ${manifest.madeAt}. A trilha é a que foi copiada.`,
      en: `Restored the backup of ${manifest.madeAt}. The trail is the one that was copied.`,
    }),
  )
  tellOfTrail(manifest)
  if (!manifest.holdsPublicData) {
    print(
      say({
        pt: 'Os dados públicos não estavam na cópia: importe-os de novo com lastro data import.',
        en: 'Public data was not in the backup: import it again with lastro data import.',
      }),
    )
  }
  if (withoutKey && secretsKey === 'sealed') print(say(keyLeft))
  else if (!isAsked) print(say(keyApart(config.secretsKey !== undefined)))
}

const keyLeft = {
  pt: 'A chave dos segredos ficou na cópia: ponha em LASTRO_DATA o secrets.key que você tem à parte, ou defina LASTRO_SECRETS_KEY. Sem ela o serviço não inicia com estes dados.',
  en: 'The key of the secrets was left in the backup: put the secrets.key that you have apart into LASTRO_DATA, or set LASTRO_SECRETS_KEY. Without it the service does not start on this data.',
}

/** All that the words say, and the sum of every file. */
function tellManifest(manifest: Manifest, directory: string): void {
  if (!manifest.trail.production.isWhole || !manifest.trail.sandbox.isWhole) process.exitCode = 1
  print(JSON.stringify({ directory, ...manifest }))
}

/** A broken trail is copied as it is: what is left of it may be all that there is. */
function tellOfTrail({ trail }: Manifest): void {
  for (const environment of ['production', 'sandbox'] as const) {
    const { head, isWhole } = trail[environment]
    if (!isWhole) process.exitCode = 1
    print(
      isWhole
        ? say({
            pt: `Trilha (${environment}): para anotar ${head}`,
            en: `Trail (${environment}): to write down ${head}`,
          })
        : say({
            pt: `A trilha (${environment}) já estava rompida antes da cópia. lastro trail verify diz onde.`,
            en: `The trail (${environment}) was broken before it was copied. lastro trail verify says where.`,
          }),
    )
  }
}
