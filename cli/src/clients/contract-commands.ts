import {
  type ClientContract,
  ClientContract as ClientContractSchema,
  type Creditor,
  reportDaysMax,
  wholeContract,
} from '@lastro/contract/clients/client-contract.ts'
import { contractedScopes, features, productCodes } from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { Text } from '@lastro/contract/text.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type ContractFault, setContract } from '@lastro/service/features/clients/set-contract.ts'
import { validator } from '@lastro/service/http/body/validate.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, refuse, say, tell, withStore } from '../terminal.ts'
import { unknownClient } from './client-commands.ts'
import { readPrices } from './prices.ts'
import { readReais } from './reais.ts'
import { readSourceTerms } from './source-terms.ts'
import { readTiers } from './tiers.ts'

type Change =
  | 'products'
  | 'features'
  | 'scopes'
  | 'purposes'
  | 'defaultPurpose'
  | 'networks'
  | 'rate'
  | 'quota'
  | 'prices'
  | 'tiers'
  | 'minimum'
  | 'repeatWindow'
  | 'segment'
  | 'sessionReportDays'
  | 'keyReportDays'
  | 'creditors'
  | 'sources'

type Changes = Partial<Record<Change, string>> & Printing & { all?: true }

export function contractCommands(program: Command): void {
  const contract = program
    .command('contract')
    .description(say({ pt: 'O que cada cliente pode', en: 'What each client may do' }))
  contract
    .command('show')
    .description(say({ pt: 'Mostra o contrato de um cliente', en: "Show a client's contract" }))
    .argument('<clientId>')
    .option(...jsonOption)
    .action(showContract)
  const set = contract
    .command('set')
    .description(
      say({
        pt: 'Muda o contrato; o que não for dito fica como está',
        en: 'Change the contract; what is not named stays',
      }),
    )
    .argument('<clientId>')
    .option(
      '--all',
      say({ pt: 'Todos os produtos, adicionais e escopos', en: 'Every product, feature and scope' }),
    )
    .option('--products <codes>', listOrAll(productCodes))
    .option('--features <codes>', listOrAll(Object.keys(features)))
    .option('--scopes <codes>', list(contractedScopes))
    .option('--purposes <codes>', list(Object.keys(purposes)))
    .option(
      '--default-purpose <code>',
      say({ pt: 'A finalidade de quem não diz', en: 'The purpose of a silent caller' }),
    )
    .option(
      '--networks <cidrs>',
      say({ pt: 'Redes de onde consulta; vazio é qualquer', en: 'Networks it queries from; empty is any' }),
    )
    .option(
      '--rate <number>',
      say({ pt: 'Consultas por segundo; 0 é sem limite', en: 'Queries a second; 0 is no limit' }),
    )
    .option(
      '--quota <number>',
      say({ pt: 'Consultas por mês; "none" é sem limite', en: 'Queries a month; "none" is no limit' }),
    )
    .option(
      '--prices <list>',
      say({
        pt: 'Reais por código, como relato=1,50;SANCOES=0,20; vazio não cobra nada',
        en: 'Reais for each code, such as relato=1.50;SANCOES=0.20; empty charges nothing',
      }),
    )
    .option(
      '--tiers <list>',
      say({
        pt: 'Preço do produto a partir de tantas cobradas no mês, como relato:1001=1,20;relato:5001=1,00; vazio tira',
        en: "The product's price from so many billed in a month on, such as relato:1001=1.20;relato:5001=1.00; empty lifts them",
      }),
    )
    .option(
      '--minimum <reais>',
      say({
        pt: 'Reais que um mês custa ao menos, como 500,00; 0,00 é sem mínimo',
        en: 'Reais that a month costs at least, such as 500.00; 0.00 is no minimum',
      }),
    )
    .option(
      '--repeat-window <hours>',
      say({
        pt: 'Horas em que a mesma consulta não se cobra',
        en: 'Hours in which the same query is not billed',
      }),
    )
    .option(
      '--session-report-days <days>',
      say({
        pt: 'Dias que ficam guardados os relatórios pedidos no console; 30 se nunca dito, 0 não guarda',
        en: 'Days that reports asked for in the console are kept; 30 if never set, 0 keeps none',
      }),
    )
    .option(
      '--key-report-days <days>',
      say({
        pt: 'O mesmo dos pedidos com chaves; 0 se nunca dito',
        en: 'The same of those asked for with keys; 0 if never set',
      }),
    )
    .option(
      '--segment <name>',
      say({ pt: 'Ramo que os outros veem', en: 'Line of business that others see' }),
    )
    .option(
      '--sources <list>',
      say({
        pt: 'Fontes declaradas dos seus relatórios e quem paga, como parceiro=operator;outro=client:500,00 copies:7 (com o teto do mês, e dias que uma cópia do que diz é guardada); vazio tira todas',
        en: 'Declared sources of its reports and who pays, such as parceiro=operator;outro=client:500.00 copies:7 (with the bound of a month, and days that a copy of what it says is kept); empty takes all away',
      }),
    )
    .option(
      '--creditors <list>',
      say({
        pt: 'Credores por quem anota, como 11222333000181=LOJA LTDA;…; o primeiro é ele mesmo',
        en: 'Creditors it lists for, such as 11222333000181=LOJA LTDA;…; the first is itself',
      }),
    )
    .option(...jsonOption)
  onRecord(set, {
    operation: 'operadorContratoDefine',
    target: (clientId: string) => clientId,
    work: change,
  })
}

const list = (codes: readonly string[]): string =>
  `${say({ pt: 'Separados por vírgula', en: 'Separated by commas' })}: ${codes.join(', ')}`

const listOrAll = (codes: readonly string[]): string =>
  `${say({ pt: 'Separados por vírgula, * para todos', en: 'Separated by commas, * for all' })}: ${codes.join(', ')}`

async function showContract(clientId: string, printing: Printing): Promise<void> {
  const client = await withStore(({ clients }) => clients.findClient(clientId))
  if (client === undefined) return unknownClient()
  tell(printing, client.contract, JSON.stringify(client.contract, null, 2))
}

async function change({ store }: CommandAct, clientId: string, changes: Changes): Promise<void> {
  const { clients } = store
  const client = await clients.findClient(clientId)
  if (client === undefined || client.revokedAtMs !== undefined) return unknownClient()
  const { contract: held, contractVersion: version } = client
  const set = await setContract(
    { clients, clock, sourceNames: async () => (await store.declaredSources.list()).map(({ name }) => name) },
    { clientId, contract: changedContract(held, changes), version },
  )
  switch (set.kind) {
    case 'set':
      return tell(changes, set.contract, JSON.stringify(set.contract, null, 2))
    case 'refused':
      return refuseFaults(set.faults)
    case 'unknown':
    case 'revoked':
      return unknownClient()
    case 'changed':
      return refuse(
        {
          pt: 'O contrato mudou enquanto isto. Confira com: contract show, e tente de novo.',
          en: 'The contract changed meanwhile. Check it with: contract show, and try again.',
        },
        'contract_changed',
      )
  }
}

const contractCheck = validator(ClientContractSchema)

function changedContract(held: ClientContract, changes: Changes): ClientContract {
  const { requestsPerSecond, monthlyQuota, defaultPurpose, ...kept } = changes.all
    ? {
        ...held,
        products: wholeContract.products,
        features: wholeContract.features,
        scopes: wholeContract.scopes,
      }
    : held
  const purpose = changes.defaultPurpose ?? defaultPurpose
  const rate = changes.rate === undefined ? requestsPerSecond : limit('--rate', changes.rate, '0')
  const quota = changes.quota === undefined ? monthlyQuota : limit('--quota', changes.quota, 'none')
  const contract = {
    ...kept,
    ...(changes.products !== undefined && { products: entries(changes.products) }),
    ...(changes.features !== undefined && { features: entries(changes.features) }),
    ...(changes.scopes !== undefined && { scopes: entries(changes.scopes) }),
    ...(changes.purposes !== undefined && { purposes: entries(changes.purposes) }),
    ...(changes.networks !== undefined && { networks: entries(changes.networks) }),
    ...(changes.prices !== undefined && { prices: readPrices(changes.prices) }),
    ...(changes.tiers !== undefined && { tiers: readTiers(changes.tiers) }),
    ...(changes.minimum !== undefined && { monthlyMinimum: readReais('--minimum', changes.minimum) }),
    ...(changes.repeatWindow !== undefined && { repeatWindowHours: hours(changes.repeatWindow) }),
    ...(changes.sessionReportDays !== undefined && {
      sessionReportDays: reportDays('--session-report-days', changes.sessionReportDays),
    }),
    ...(changes.keyReportDays !== undefined && {
      keyReportDays: reportDays('--key-report-days', changes.keyReportDays),
    }),
    ...(changes.segment !== undefined && { segment: changes.segment.trim() }),
    ...(changes.creditors !== undefined && { creditors: creditors(changes.creditors) }),
    ...(changes.sources !== undefined && { sources: readSourceTerms(changes.sources) }),
    ...(purpose !== undefined && { defaultPurpose: purpose }),
    ...(rate !== undefined && { requestsPerSecond: rate }),
    ...(quota !== undefined && { monthlyQuota: quota }),
  }
  if (contractCheck.accepts(contract)) return contract
  const wrong = contractCheck
    .errorsOf(contract, config.language)
    .map(({ field, message }) => `${field}: ${message}`)
  return refuse({ pt: wrong.join(' '), en: wrong.join(' ') })
}

/** What the rules of a contract found, said by the options of this command. */
function refuseFaults(faults: readonly ContractFault[]): never {
  const [{ member, choices = [] } = { member: 'products' as const }] = faults
  const unknown = faults.filter((one) => one.member === member).map(({ sent }) => sent)
  if (member === 'creditors') return refuse(creditorsText)
  if (member === 'segment') {
    return refuse({
      pt: '--segment é uma linha de texto, sem sinais de controle.',
      en: '--segment is a line of text, without control characters.',
    })
  }
  if (member === 'tiers' && choices.length === 0) {
    return refuse({
      pt: '--tiers: de um produto, cada faixa começa em outra consulta e nenhuma é mais cara que a anterior.',
      en: '--tiers: of a product, each begins at another query and none is dearer than the one before.',
    })
  }
  if (member === 'defaultPurpose') {
    return refuse({
      pt: `--default-purpose deve ser uma das finalidades do contrato: ${choices.join(', ')}.`,
      en: `--default-purpose must be one of the contract's purposes: ${choices.join(', ')}.`,
    })
  }
  return refuse({
    pt: `--${member}: não existe ${unknown.join(', ')}.`,
    en: `--${member}: there is no ${unknown.join(', ')}.`,
  })
}

const entries = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '')

const creditorsText: Text = {
  pt: '--creditors: cada credor é um CNPJ ou CPF válido, "=" e o nome, separados por ";".',
  en: '--creditors: each creditor is a valid CNPJ or CPF, "=" and its name, separated by ";".',
}

function creditors(text: string): Creditor[] {
  return entries(text, ';').map((entry) => {
    const [, sent = '', name = ''] = /^([^=]+)=(.{1,70})$/.exec(entry) ?? []
    const parsed = parseDocument(sent)
    return parsed.kind === 'document' && name.trim() !== ''
      ? { document: parsed.document, name: name.trim() }
      : refuse(creditorsText)
  })
}

function reportDays(option: string, text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= reportDaysMax) return Number(text)
  return refuse({
    pt: `${option} é um número inteiro de dias, de 0 a ${reportDaysMax}.`,
    en: `${option} is a whole number of days, from 0 to ${reportDaysMax}.`,
  })
}

function hours(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 8_760) return Number(text)
  return refuse({
    pt: '--repeat-window é um número inteiro de horas, de 0 a 8760.',
    en: '--repeat-window is a whole number of hours, from 0 to 8760.',
  })
}

/** A whole number, or the word that lifts the limit. */
function limit(option: string, text: string, none: string): number | undefined {
  if (text === none) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return refuse({
    pt: `${option} deve ser um número ou ${none}.`,
    en: `${option} must be a number or ${none}.`,
  })
}
