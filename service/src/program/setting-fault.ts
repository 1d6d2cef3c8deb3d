import type { Text } from '@lastro/contract/text.ts'
import { TemplateFault } from '../features/notices/notice-template.ts'
import { UnfinishedRestore } from '../store/backup/unfinished-restore.ts'
import { DatabaseFault } from '../store/engine/database/database-address.ts'
import { TrailUnreadable } from '../store/open-trail.ts'
import { ConfigError } from './config.ts'

/** What the system or an engine says of a setting that it could not work with, in words; undefined is a fault of ours. */
export function settingFault(error: unknown): Text | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof TemplateFault ||
    error instanceof DatabaseFault ||
    error instanceof TrailUnreadable
  )
    return error.text
  if (error instanceof UnfinishedRestore) return settingFaults.dataUnfinished
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (syscall === 'listen') return code === 'EADDRINUSE' ? settingFaults.addressTaken : settingFaults.address
  if (syscall === 'getaddrinfo') return settingFaults.hostName
  if (syscall === 'mkdir' || code === 'EROFS') return settingFaults.dataDirectory
  if (/^(EACCES|EPERM)$/.test(code) && path !== undefined) return ofAnotherUser(path)
  const sqliteFault = sqliteFaults[sqliteCode(error)]
  if (sqliteFault !== undefined) return settingFaults[sqliteFault]
  if (diskFullCodes.test(code)) return settingFaults.diskFull
  if (code === 'ERR_INVALID_URL') return settingFaults.databaseUrl
  if (certificateCodes.test(code)) return settingFaults.databaseCertificate
  if (code === '25006') return settingFaults.databaseReadOnly
  if (code === '53300') return settingFaults.databaseConnections
  if (code === '3D000') return settingFaults.database
  if (code === '42501') return settingFaults.databaseRights
  if (code.startsWith('28')) return settingFaults.databaseUser
  // The driver gives it no code.
  if (error.message === 'The server does not support SSL connections') return settingFaults.databasePlain
  if (/^(57P0[12]|0800[36])/.test(code) || /^Client has encountered a connection error/.test(error.message))
    return settingFaults.databaseLost
  const silent = /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P03)/.test(code)
  return silent || /^(Connection terminated|timeout ex(ceeded|pired))/.test(error.message)
    ? settingFaults.databaseSilent
    : undefined
}

/** Most often a command was given as root, and what it wrote is root's. */
const ofAnotherUser = (path: string): Text => ({
  pt: `O usuário deste processo não pode abrir ${path}. Dê o arquivo a ele com chown, e os comandos como o usuário do serviço.`,
  en: `The user of this process may not open ${path}. Give it the file with chown, and give commands as the user of the service.`,
})

/** The system's, and PostgreSQL's. */
const diskFullCodes = /^(ENOSPC|EDQUOT|53100)$/

const certificateCodes = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/

/** The low byte is what went wrong; the rest tells details apart. */
const sqliteCode = (error: Error): number =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

/** SQLITE_BUSY, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_FULL and SQLITE_NOTADB. */
const sqliteFaults: Readonly<Record<number, keyof typeof settingFaults>> = {
  5: 'dataBusy',
  8: 'dataDirectory',
  14: 'dataDirectory',
  13: 'diskFull',
  26: 'dataForeign',
}

const settingFaults = {
  diskFull: {
    pt: 'O disco está cheio. Libere espaço e repita o comando.',
    en: 'The disk is full. Make room and repeat the command.',
  },
  addressTaken: {
    pt: 'O endereço está ocupado. Mude PORT para outro número, ou encerre o que escuta ali.',
    en: 'The address is taken. Set PORT to another number, or stop what listens there.',
  },
  address: {
    pt: 'O serviço não pode escutar neste endereço. Mude HOST ou PORT.',
    en: 'The service cannot listen at this address. Change HOST or PORT.',
  },
  hostName: {
    pt: 'O nome da máquina em DATABASE_URL ou HOST é desconhecido.',
    en: 'The name of the machine in DATABASE_URL or HOST is not known.',
  },
  dataDirectory: {
    pt: 'LASTRO_DATA deve ser um diretório em que se possa gravar.',
    en: 'LASTRO_DATA must be a directory that can be written to.',
  },
  dataBusy: {
    pt: 'Outro processo está gravando em LASTRO_DATA. Espere que termine e tente de novo.',
    en: 'Another process is writing in LASTRO_DATA. Wait for it to end, and try again.',
  },
  dataForeign: {
    pt: 'Há em LASTRO_DATA um arquivo .db que não é um banco de dados SQLite. Restaure-o de uma cópia ou indique outro diretório.',
    en: 'LASTRO_DATA holds a .db file that is not an SQLite database. Restore it from a copy, or name another directory.',
  },
  dataUnfinished: {
    pt: 'Uma restauração foi interrompida em LASTRO_DATA. Esvazie o diretório e restaure de novo.',
    en: 'A restore was cut off in LASTRO_DATA. Empty the directory, and restore again.',
  },
  databaseUrl: {
    pt: 'DATABASE_URL não pôde ser lida. Exemplo: postgres://usuario:senha@servidor:5432/banco.',
    en: 'DATABASE_URL could not be read. Example: postgres://user:password@host:5432/database.',
  },
  database: {
    pt: 'O banco de dados de DATABASE_URL não existe. Crie-o ou indique outro.',
    en: 'The database in DATABASE_URL does not exist. Create it, or name another.',
  },
  databaseUser: {
    pt: 'O PostgreSQL recusou o usuário ou a senha de DATABASE_URL.',
    en: 'PostgreSQL refused the user or the password in DATABASE_URL.',
  },
  databaseRights: {
    pt: 'O usuário de DATABASE_URL não pode criar ou usar as tabelas. Dê-lhe esse direito no banco, ou indique outro.',
    en: 'The user in DATABASE_URL may not create or use the tables. Grant that in the database, or name another user.',
  },
  databaseCertificate: {
    pt: 'O certificado do PostgreSQL não vale para a máquina de DATABASE_URL. Indique em sslrootcert quem o assinou, e em DATABASE_URL o nome que está nele.',
    en: 'The certificate of PostgreSQL is not good for the machine in DATABASE_URL. Name in sslrootcert who signed it, and in DATABASE_URL the name that it holds.',
  },
  databasePlain: {
    pt: 'O PostgreSQL não fala TLS, e DATABASE_URL o pede. Ligue o TLS no servidor, ou use sslmode=disable.',
    en: 'PostgreSQL does not speak TLS, and DATABASE_URL asks for it. Switch TLS on in the server, or use sslmode=disable.',
  },
  databaseReadOnly: {
    pt: 'O PostgreSQL de DATABASE_URL não aceita gravações: é uma réplica, ou foi posto em só leitura. Indique o primário.',
    en: 'The PostgreSQL of DATABASE_URL takes no writes: it is a standby, or was made read-only. Name the primary.',
  },
  databaseConnections: {
    pt: 'O PostgreSQL de DATABASE_URL não tem conexões livres. Aumente max_connections, ou encerre o que as ocupa.',
    en: 'The PostgreSQL of DATABASE_URL has no free connection. Raise max_connections, or stop the clients that use them up.',
  },
  databaseLost: {
    pt: 'A conexão com o PostgreSQL de DATABASE_URL caiu no meio do comando. Confira se ele está no ar e repita o comando.',
    en: 'The connection to the PostgreSQL of DATABASE_URL was lost in the middle of the command. See that it is running, and repeat the command.',
  },
  databaseSilent: {
    pt: 'O PostgreSQL não responde em DATABASE_URL. Ele está no ar?',
    en: 'PostgreSQL does not answer at DATABASE_URL. Is it running?',
  },
} as const satisfies Record<string, Text>
