import type { Text } from '@lastro/contract/text.ts'
import { ConfigError } from './config.ts'

/** What the system or an engine says of a setting that it could not work with, in words; undefined is a fault of ours. */
export function settingFault(error: unknown): Text | undefined {
  if (error instanceof ConfigError) return error.text
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen') return code === 'EADDRINUSE' ? settingFaults.addressTaken : settingFaults.address
  if (syscall === 'getaddrinfo') return settingFaults.hostName
  if (syscall === 'mkdir' || isUnopened(error)) return settingFaults.dataDirectory
  if (code === 'ERR_INVALID_URL') return settingFaults.databaseUrl
  if (code === '3D000') return settingFaults.database
  if (code.startsWith('28')) return settingFaults.databaseUser
  const silent = /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P03)/.test(code)
  return silent || /^(Connection terminated|timeout exceeded)/.test(error.message)
    ? settingFaults.databaseSilent
    : undefined
}

/** SQLITE_CANTOPEN and SQLITE_READONLY. */
const isUnopened = (error: Error): boolean =>
  'errcode' in error && typeof error.errcode === 'number' && [8, 14].includes(error.errcode & 0xff)

const settingFaults = {
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
  databaseSilent: {
    pt: 'O PostgreSQL não responde em DATABASE_URL. Ele está no ar?',
    en: 'PostgreSQL does not answer at DATABASE_URL. Is it running?',
  },
} as const satisfies Record<string, Text>
