import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isMailbox } from '@lastro/contract/mailbox.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { NoticeSettings } from '../features/notices/open-notices.ts'
import { type AssuranceLevel, assuranceLevels } from '../features/person/sign-in/assurance.ts'
import type { IssuerSettings } from '../features/person/sign-in/issuer.ts'
import { usualConnectionLimits } from '../http/connections/connection-limits.ts'
import { isNetwork } from '../http/headers/networks.ts'
import type { ReplicaSettings } from '../store/engine/replicas/replicas.ts'
import type { TraceSettings } from './traces/traces.ts'

/** Everything the environment decides. This file is the only reader of it. */
export type Config = {
  readonly host: string
  readonly port: number
  readonly dataDirectory: string
  readonly databaseUrl: string | undefined
  /** Copies of the database that help with reading, and how far behind they may be. */
  readonly replicas: ReplicaSettings
  /** Whether the embedded trail keeps its newest records in memory, to find repeats faster. */
  readonly fastRepeats: boolean
  /** Whether the lines of a load are checked by the fast validator first. */
  readonly fastLoad: boolean
  /** With less room than this on the disk of the data directory the service is not ready. */
  readonly diskFreeMinBytes: number
  /** How long all sources together may take for one report. */
  readonly deadlineMs: number
  /** How many requests may be under way before others are turned away. */
  readonly requestsInFlightMax: number
  /** How many connections a process, and one address, may have open. */
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  /** For how long after it is told to stop the service still takes requests. */
  readonly drainMs: number
  /** Whether plain requests are read by the fast reader, or every one by node:http. */
  readonly fastHttp: boolean
  /** Proxies (CIDR) whose X-Forwarded-For tells where a call came from. */
  readonly trustedProxies: readonly string[]
  /** Networks (CIDR) that read `/metrics`, besides this machine. */
  readonly metricsNetworks: readonly string[]
  /** Networks (CIDR) that webhooks may be sent into although they are not public. */
  readonly webhookNetworks: readonly string[]
  /** What the secrets of webhooks are kept under; a file in the data directory where it is unset. */
  readonly secretsKey: string | undefined
  /** What they were kept under before, for the command that seals them anew. */
  readonly previousSecretsKey: string | undefined
  /** What the key of the secrets is kept under in a backup; asked for on a terminal where it is unset. */
  readonly backupPassphrase: string | undefined
  /** How debtors are told before anything is published. */
  readonly notices: NoticeSettings
  /** Whoever posts delivery reports of notices sends this; undefined takes none. */
  readonly noticeReportToken: string | undefined
  /** How a person on file reaches the operator; how a debtor contests, where it is not set. */
  readonly personContact: string | undefined
  /** Who vouches for people on file that want to see it themselves; undefined where nobody does. */
  readonly issuer: IssuerSettings | undefined
  /** Whether mail can leave, and where the links in it lead. */
  readonly alertMail: { readonly isMailSet: boolean; readonly publicUrl: string | undefined }
  /** How long a debtor has after a notice, in the states that give more than ten days. */
  readonly waitingDays: Readonly<Record<string, number>>
  /** Where data sets are fetched from, by their names, where it is not where their publishers say. */
  readonly dataAddresses: ReadonlyMap<string, URL>
  /** Where spans of queries are told; undefined tells none. */
  readonly traces: TraceSettings | undefined
  /** How much the log says; unset leaves it to where the log goes. */
  readonly logLevel: LogLevel | undefined
  /** What programs that a command starts are given: those of PostgreSQL have settings of their own there. */
  readonly environment: Environment
  /** Where the person who called stands; npm runs scripts from the project's root. */
  readonly callerDirectory: string
  /** The language of screens and commands: English where the locale says so, else Portuguese. */
  readonly language: Language
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** What is wrong with the environment, in words for the person who set it. */
export class ConfigError extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment): Config {
  return {
    host: env.HOST || '127.0.0.1',
    port: number(env, 'PORT', { fallback: 8080, min: 0, max: 65_535 }),
    dataDirectory: resolve(env.LASTRO_DATA || './data'),
    databaseUrl: databaseUrl(env),
    replicas: {
      urls: readUrls(env),
      lagMaxMs: number(env, 'LASTRO_REPLICA_LAG_MS', { fallback: 1_000, min: 100, max: 60_000 }),
    },
    fastRepeats: isOn(env, 'LASTRO_FAST_REPEATS'),
    fastLoad: isOn(env, 'LASTRO_FAST_LOAD'),
    diskFreeMinBytes:
      number(env, 'LASTRO_DISK_FREE_MIN_MB', { fallback: 200, min: 0, max: 1_000_000_000 }) * 2 ** 20,
    deadlineMs: number(env, 'LASTRO_DEADLINE_MS', { fallback: 5_000, min: 50, max: 60_000 }),
    requestsInFlightMax: number(env, 'LASTRO_REQUESTS_MAX', { fallback: 2_000, min: 1, max: 100_000 }),
    ...connectionLimits(env),
    // Half a second more than the two in which whoever sends callers here has to notice that it is going.
    drainMs: number(env, 'LASTRO_DRAIN_MS', { fallback: 2_500, min: 0, max: 60_000 }),
    fastHttp: isOn(env, 'LASTRO_FAST_HTTP'),
    trustedProxies: networks(env, 'LASTRO_TRUSTED_PROXIES'),
    metricsNetworks: networks(env, 'LASTRO_METRICS_NETWORKS'),
    webhookNetworks: networks(env, 'LASTRO_WEBHOOK_NETWORKS'),
    secretsKey: secretsKey(env, 'LASTRO_SECRETS_KEY'),
    previousSecretsKey: secretsKey(env, 'LASTRO_SECRETS_KEY_OLD'),
    backupPassphrase: backupPassphrase(env),
    notices: noticeSettings(env),
    noticeReportToken: noticeReportToken(env),
    personContact: env.LASTRO_TITULAR_CONTACT?.trim() || env.LASTRO_NOTICE_CONTACT?.trim() || undefined,
    issuer: issuerSettings(env),
    alertMail: { isMailSet: Boolean(env.LASTRO_SMTP_URL), publicUrl: publicUrl(env) },
    waitingDays: waitingDays(env),
    dataAddresses: dataAddresses(env),
    traces: traceSettings(env),
    logLevel: logLevel(env),
    environment: env,
    callerDirectory: env.INIT_CWD || process.cwd(),
    language: localeLanguage(env),
  }
}

/** Readable even where the rest is not, so that a fault in the rest can be told. */
export const localeLanguage = (env: Environment): Language =>
  (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').startsWith('en') ? 'en' : 'pt'

function number(
  env: Environment,
  name: string,
  range: { fallback: number; min: number; max: number },
): number {
  const text = env[name]
  if (text === undefined || text === '') return range.fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value
  throw new ConfigError({
    pt: `${name} deve ser um número inteiro de ${range.min} a ${range.max}.`,
    en: `${name} must be a whole number from ${range.min} to ${range.max}.`,
  })
}

function connectionLimits(env: Environment): Pick<Config, 'connectionsMax' | 'connectionsPerAddressMax'> {
  const { connectionsMax, connectionsPerAddressMax } = usualConnectionLimits
  const range = { min: 1, max: 1_000_000 }
  return {
    connectionsMax: number(env, 'LASTRO_CONNECTIONS_MAX', { fallback: connectionsMax, ...range }),
    connectionsPerAddressMax: number(env, 'LASTRO_CONNECTIONS_PER_ADDRESS_MAX', {
      fallback: connectionsPerAddressMax,
      ...range,
    }),
  }
}

/** A fast part of the service, which may be switched off. */
function isOn(env: Environment, name: string): boolean {
  const text = env[name]
  if (text === undefined || text === '' || text === 'on') return true
  if (text === 'off') return false
  throw new ConfigError({ pt: `${name} deve ser on ou off.`, en: `${name} must be on or off.` })
}

/** Addresses or networks, separated by commas. */
function networks(env: Environment, name: string): readonly string[] {
  const parts = (env[name] ?? '').split(',').map((one) => one.trim())
  const named = parts.filter((one) => one !== '')
  if (named.every(isNetwork)) return named
  throw new ConfigError({
    pt: `${name} deve ter endereços ou redes como 10.0.0.0/8, separados por vírgula.`,
    en: `${name} must hold addresses or networks such as 10.0.0.0/8, separated by commas.`,
  })
}

/** Shorter ones could be guessed by whoever holds a copy of the store. */
const secretsKeyLengthMin = 32

function secretsKey(env: Environment, name: string): string | undefined {
  const key = env[name]
  if (key === undefined || key === '') return undefined
  if (key.length >= secretsKeyLengthMin) return key
  throw new ConfigError({
    pt: `${name} deve ter ao menos ${secretsKeyLengthMin} caracteres. Exemplo: openssl rand -base64 32.`,
    en: `${name} must have at least ${secretsKeyLengthMin} characters. Example: openssl rand -base64 32.`,
  })
}

/** Whoever holds a stolen backup may try for years. */
export const passphraseLengthMin = 12

function backupPassphrase(env: Environment): string | undefined {
  const passphrase = env.LASTRO_BACKUP_PASSPHRASE
  if (passphrase === undefined || passphrase === '') return undefined
  if (passphrase.length >= passphraseLengthMin) return passphrase
  throw new ConfigError({
    pt: `LASTRO_BACKUP_PASSPHRASE deve ter ao menos ${passphraseLengthMin} caracteres.`,
    en: `LASTRO_BACKUP_PASSPHRASE must have at least ${passphraseLengthMin} characters.`,
  })
}

/** As `SP=20,RS=15`; ten days are the floor. */
function waitingDays(env: Environment): Readonly<Record<string, number>> {
  const entries = (env.LASTRO_WAITING_DAYS ?? '').split(',').filter((one) => one.trim() !== '')
  return Object.fromEntries(
    entries.map((entry) => {
      const [, state = '', days = ''] = /^\s*([A-Z]{2})=(\d{2})\s*$/.exec(entry) ?? []
      if (Number(days) >= 10) return [state, Number(days)]
      throw new ConfigError({
        pt: 'LASTRO_WAITING_DAYS deve ter UFs e dias, de 10 a 99, como SP=20,RS=15.',
        en: 'LASTRO_WAITING_DAYS must hold states and days, from 10 to 99, such as SP=20,RS=15.',
      })
    }),
  )
}

function noticeSettings(env: Environment): NoticeSettings {
  const mail = mailSettings(env)
  const contact = env.LASTRO_NOTICE_CONTACT?.trim() || undefined
  if (mail !== undefined && contact === undefined) {
    throw new ConfigError({
      pt: 'LASTRO_SMTP_URL pede também LASTRO_NOTICE_CONTACT: todo comunicado diz como contestar.',
      en: 'LASTRO_SMTP_URL needs LASTRO_NOTICE_CONTACT too: every notice says how to contest.',
    })
  }
  return {
    templatePath: env.LASTRO_NOTICE_TEMPLATE ? resolve(env.LASTRO_NOTICE_TEMPLATE) : undefined,
    contact,
    sender: env.LASTRO_NOTICE_SENDER?.trim() || undefined,
    mail,
  }
}

/** As long as the secrets that we make ourselves. */
const tokenLengthMin = 32

function noticeReportToken(env: Environment): string | undefined {
  const token = env.LASTRO_NOTICE_REPORT_TOKEN
  if (token === undefined || token === '') return undefined
  if (new RegExp(`^[\\x21-\\x7e]{${tokenLengthMin},}$`).test(token)) return token
  throw new ConfigError({
    pt: `LASTRO_NOTICE_REPORT_TOKEN deve ter ao menos ${tokenLengthMin} caracteres, sem espaços.`,
    en: `LASTRO_NOTICE_REPORT_TOKEN must have at least ${tokenLengthMin} characters, without spaces.`,
  })
}

function mailSettings(env: Environment): NoticeSettings['mail'] {
  const smtpUrl = env.LASTRO_SMTP_URL
  if (smtpUrl === undefined || smtpUrl === '') return undefined
  const { protocol, hostname } = URL.parse(smtpUrl) ?? { protocol: '', hostname: '' }
  if (!/^smtps?:$/.test(protocol) || hostname === '') {
    throw new ConfigError({
      pt: 'LASTRO_SMTP_URL não pôde ser lida. Exemplo: smtps://usuario:senha@correio.exemplo.com.br:465.',
      en: 'LASTRO_SMTP_URL could not be read. Example: smtps://user:password@mail.example.com:465.',
    })
  }
  return { smtpUrl, from: mailFrom(env), proof: mailProof(env) }
}

function mailProof(env: Environment): 'accepted' | 'report' {
  const proof = env.LASTRO_MAIL_PROOF || 'report'
  if (proof === 'accepted' || proof === 'report') return proof
  throw new ConfigError({
    pt: 'LASTRO_MAIL_PROOF deve ser accepted ou report.',
    en: 'LASTRO_MAIL_PROOF must be accepted or report.',
  })
}

/** `Name <address>`, or the address alone. */
function mailFrom(env: Environment): { name: string; address: string } {
  const text = env.LASTRO_MAIL_FROM?.trim() ?? ''
  const [, name = '', named, alone] =
    /^(?:([^<>"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*)<([^<>]*)>|([^<>]*))$/u.exec(text) ?? []
  const address = named ?? alone
  if (address !== undefined && isMailbox(address)) return { name: name.trim(), address }
  throw new ConfigError({
    pt: 'LASTRO_SMTP_URL pede também LASTRO_MAIL_FROM, como avisos@exemplo.com.br ou Birô <avisos@exemplo.com.br>.',
    en: 'LASTRO_SMTP_URL needs LASTRO_MAIL_FROM too, such as notices@example.com or Bureau <notices@example.com>.',
  })
}

/** Where the service is reached from outside, for links in e-mails; without its last slash. */
function publicUrl(env: Environment): string | undefined {
  const text = env.LASTRO_PUBLIC_URL?.trim()
  if (text === undefined || text === '') return undefined
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || /^(localhost|127\.|\[::1\])/.test(url?.hostname ?? '')
  if (url !== null && isSafe && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return url.href.replace(/\/+$/, '')
  }
  throw new ConfigError({
    pt: 'LASTRO_PUBLIC_URL deve ser um endereço https, como https://alertas.exemplo.com.br.',
    en: 'LASTRO_PUBLIC_URL must be an https address, such as https://alerts.example.com.',
  })
}

/** The issuer by which people on file sign in. Half of its settings is a fault, and so is an outer address unsaid. */
function issuerSettings(env: Environment): IssuerSettings | undefined {
  const issuer = env.LASTRO_TITULAR_ISSUER?.trim()
  if (issuer === undefined || issuer === '') return undefined
  const clientId = env.LASTRO_TITULAR_CLIENT_ID?.trim() ?? ''
  const clientSecret = issuerSecret(env)
  if (!isSafeIssuer(issuer)) {
    throw new ConfigError({
      pt: 'LASTRO_TITULAR_ISSUER deve ser um endereço https, como https://sso.acesso.gov.br.',
      en: 'LASTRO_TITULAR_ISSUER must be an https address, such as https://sso.acesso.gov.br.',
    })
  }
  if (clientId === '' || clientSecret === '') {
    throw new ConfigError({
      pt: 'LASTRO_TITULAR_ISSUER pede também LASTRO_TITULAR_CLIENT_ID e LASTRO_TITULAR_CLIENT_SECRET.',
      en: 'LASTRO_TITULAR_ISSUER needs LASTRO_TITULAR_CLIENT_ID and LASTRO_TITULAR_CLIENT_SECRET too.',
    })
  }
  if (publicUrl(env) === undefined) {
    throw new ConfigError({
      pt: 'LASTRO_TITULAR_ISSUER pede também LASTRO_PUBLIC_URL: é para lá que o titular volta.',
      en: 'LASTRO_TITULAR_ISSUER needs LASTRO_PUBLIC_URL too: it is where people come back to.',
    })
  }
  const scope = env.LASTRO_TITULAR_SCOPE?.trim() || 'openid profile'
  if (!scope.split(/\s+/).includes('openid')) {
    throw new ConfigError({
      pt: 'LASTRO_TITULAR_SCOPE deve ter openid, como openid profile.',
      en: 'LASTRO_TITULAR_SCOPE must have openid in it, such as openid profile.',
    })
  }
  const cpfClaim = env.LASTRO_TITULAR_CPF_CLAIM?.trim() || 'sub'
  return { issuer, clientId, clientSecret, scope, cpfClaim, levelMin: issuerLevel(env) }
}

function isSafeIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}

/** A secret may stand in a file, as containers hand them out. */
function issuerSecret(env: Environment): string {
  const path = env.LASTRO_TITULAR_CLIENT_SECRET_FILE
  if (path === undefined || path === '') return env.LASTRO_TITULAR_CLIENT_SECRET ?? ''
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError({
      pt: 'LASTRO_TITULAR_CLIENT_SECRET_FILE não pôde ser lido.',
      en: 'LASTRO_TITULAR_CLIENT_SECRET_FILE could not be read.',
    })
  }
}

/** What identifies a person no better than a form does is not enough to show a file. */
function issuerLevel(env: Environment): AssuranceLevel {
  const told = env.LASTRO_TITULAR_LEVEL || 'silver'
  const level = assuranceLevels.find((one) => one === told)
  if (level !== undefined) return level
  throw new ConfigError({
    pt: `LASTRO_TITULAR_LEVEL deve ser um de: ${assuranceLevels.join(', ')}.`,
    en: `LASTRO_TITULAR_LEVEL must be one of: ${assuranceLevels.join(', ')}.`,
  })
}

/** `LASTRO_DATA_URL_RECEITA` and so on: publishers move, and some operators have a mirror. */
function dataAddresses(env: Environment): ReadonlyMap<string, URL> {
  const prefix = 'LASTRO_DATA_URL_'
  const told = Object.entries(env).filter(([name, text]) => name.startsWith(prefix) && text)
  return new Map(
    told.map(([name, text = '']) => {
      const url = dataAddress(text)
      if (url !== undefined) return [name.slice(prefix.length).toLowerCase(), url]
      throw new ConfigError({
        pt: `${name} deve ser um endereço http ou https, como https://token@arquivos.exemplo.gov.br/webdav.`,
        en: `${name} must be an http or https address, such as https://token@files.example.gov.br/webdav.`,
      })
    }),
  )
}

/** Where files may be fetched from; undefined for what is no such address. */
export function dataAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim())
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  return isAddress ? url : undefined
}

function databaseUrl(env: Environment): string | undefined {
  const url = env.DATABASE_URL
  if (url === undefined || url === '') return undefined
  if (/^postgres(ql)?:\/\//.test(url)) return url
  throw new ConfigError({
    pt: 'DATABASE_URL deve começar com postgres:// ou postgresql://.',
    en: 'DATABASE_URL must begin with postgres:// or postgresql://.',
  })
}

/** Separated by spaces: a comma may stand in an address. */
function readUrls(env: Environment): readonly string[] {
  const urls = (env.DATABASE_READ_URLS ?? '').split(/\s+/).filter((one) => one !== '')
  if (urls.length > 0 && databaseUrl(env) === undefined) {
    throw new ConfigError({
      pt: 'DATABASE_READ_URLS indica réplicas do banco de DATABASE_URL. Defina DATABASE_URL também, ou retire as réplicas.',
      en: 'DATABASE_READ_URLS names replicas of the database in DATABASE_URL. Set DATABASE_URL too, or take the replicas away.',
    })
  }
  if (urls.every((one) => /^postgres(ql)?:\/\//.test(one))) return urls
  throw new ConfigError({
    pt: 'Cada endereço em DATABASE_READ_URLS deve começar com postgres:// ou postgresql://, separados por espaço.',
    en: 'Each address in DATABASE_READ_URLS must begin with postgres:// or postgresql://, separated by spaces.',
  })
}

/** By the variables that every exporter of OpenTelemetry is set with. */
function traceSettings(env: Environment): TraceSettings | undefined {
  const isOff = env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  const [base, own] = [
    env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim(),
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim(),
  ]
  const text = own || (base ? `${base.replace(/\/+$/, '')}/v1/traces` : '')
  if (isOff || text === '') return undefined
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new ConfigError({
      pt: 'OTEL_EXPORTER_OTLP_ENDPOINT deve ser um endereço http ou https, como http://localhost:4318.',
      en: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://localhost:4318.',
    })
  }
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || '1')
  if (!(share >= 0 && share <= 1)) {
    throw new ConfigError({
      pt: 'OTEL_TRACES_SAMPLER_ARG deve ser um número de 0 a 1.',
      en: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
    })
  }
  return { url: text, serviceName: env.OTEL_SERVICE_NAME?.trim() || 'lastro', share }
}

function logLevel(env: Environment): LogLevel | undefined {
  const level = env.LASTRO_LOG
  if (level === undefined || level === '') return undefined
  if ((logLevels as readonly string[]).includes(level)) return level as LogLevel
  throw new ConfigError({
    pt: `LASTRO_LOG deve ser um de: ${logLevels.join(', ')}.`,
    en: `LASTRO_LOG must be one of: ${logLevels.join(', ')}.`,
  })
}
