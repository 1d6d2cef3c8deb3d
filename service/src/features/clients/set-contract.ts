import type {
  ClientContract,
  Creditor,
  PriceTier,
  SourceTerm,
} from '@lastro/contract/clients/client-contract.ts'
import { linePattern } from '@lastro/contract/leaves.ts'
import { features, productCodes } from '@lastro/contract/reports/products.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import { isNetwork } from '../../http/headers/networks.ts'
import type { ClientStore } from './client-store.ts'

/** A member of a contract that has the right form and no meaning. `choices` are what it may be, where that is a list. */
export type ContractFault = {
  readonly member: keyof ClientContract
  /** Which of its entries: a place in a list, or a name. */
  readonly entry?: number | string
  /** Which member of the entry. */
  readonly part?: string
  readonly sent: string
  readonly choices?: readonly string[]
}

export type SetContract =
  | { readonly kind: 'set'; readonly version: number; readonly contract: ClientContract }
  | { readonly kind: 'refused'; readonly faults: readonly ContractFault[] }
  | { readonly kind: 'unknown' | 'revoked' | 'changed' }

export type SetContractDeps = {
  readonly clients: Pick<ClientStore, 'findClient' | 'setContract'>
  /** The sources that are declared; asked for only where a contract names some. */
  readonly sourceNames: () => Promise<readonly string[]>
  readonly clock: Clock
}

/** Sets a whole contract in the place of the version that its reader saw. */
export async function setContract(
  { clients, sourceNames, clock }: SetContractDeps,
  request: { readonly clientId: string; readonly contract: ClientContract; readonly version: number },
): Promise<SetContract> {
  const client = await clients.findClient(request.clientId)
  if (client === undefined) return { kind: 'unknown' }
  if (client.revokedAtMs !== undefined) return { kind: 'revoked' }
  const contract = withBareDocuments(request.contract)
  const names = contract.sources === undefined ? [] : await sourceNames()
  const faults = [...contractFaults(contract), ...sourceFaults(contract.sources ?? [], names)]
  if (faults.length > 0) return { kind: 'refused', faults }
  const isSet = await clients.setContract(client.id, contract, {
    version: request.version,
    atMs: clock.nowMs(),
  })
  return isSet ? { kind: 'set', version: request.version + 1, contract } : { kind: 'changed' }
}

/** What a contract names that does not exist, or that would refuse every query. */
export function contractFaults(contract: ClientContract): readonly ContractFault[] {
  const { defaultPurpose, purposes, prices = {}, tiers = [], creditors = [], segment } = contract
  return [
    ...strangers('products', contract.products, [...productCodes, '*']),
    ...strangers('features', contract.features, [...featureCodes, '*']),
    ...contract.networks.flatMap((sent, entry) =>
      isNetwork(sent) ? [] : [{ member: 'networks' as const, entry, sent }],
    ),
    ...Object.keys(prices)
      .filter((code) => !pricedCodes.includes(code))
      .map((code) => ({ member: 'prices' as const, entry: code, sent: code, choices: pricedCodes })),
    ...tiers.flatMap((tier, entry) => tierFaults(tier, entry, tiers)),
    ...creditors.flatMap((creditor, entry) => creditorFaults(creditor, entry)),
    ...(segment === undefined || isName(segment) ? [] : [{ member: 'segment' as const, sent: segment }]),
    // A default outside the purposes would refuse every query that does not name one.
    ...(defaultPurpose === undefined || purposes.includes(defaultPurpose)
      ? []
      : [{ member: 'defaultPurpose' as const, sent: defaultPurpose, choices: purposes }]),
  ]
}

/** Reports and letters print names: one line, with something to read in it. */
const isName = (text: string): boolean => nameForm.test(text) && text.isWellFormed()
const nameForm = new RegExp(linePattern)

const creditorFaults = ({ document, name }: Creditor, entry: number): readonly ContractFault[] => [
  ...(parseDocument(document).kind === 'document'
    ? []
    : [{ member: 'creditors' as const, entry, part: 'document', sent: document }]),
  ...(isName(name) ? [] : [{ member: 'creditors' as const, entry, part: 'name', sent: name }]),
]

/** Each begins somewhere else, and further on nothing is dearer: one more query must not be worth less than nothing. */
function tierFaults(tier: PriceTier, entry: number, tiers: readonly PriceTier[]): readonly ContractFault[] {
  const fault = { member: 'tiers' as const, entry }
  if (!productCodes.includes(tier.product)) {
    return [{ ...fault, part: 'product', sent: tier.product, choices: productCodes }]
  }
  const others = tiers.filter((one) => one !== tier && one.product === tier.product)
  if (others.some((one) => one.from === tier.from)) {
    return [{ ...fault, part: 'from', sent: String(tier.from) }]
  }
  return others.some((one) => one.from < tier.from && one.price < tier.price)
    ? [{ ...fault, part: 'price', sent: String(tier.price) }]
    : []
}

/** Each is declared, and named once: who pays for it has one answer. */
const sourceFaults = (terms: readonly SourceTerm[], names: readonly string[]): readonly ContractFault[] =>
  terms.flatMap(({ source }, entry) => {
    const isRepeated = terms.findIndex((one) => one.source === source) < entry
    if (names.includes(source) && !isRepeated) return []
    return [{ member: 'sources' as const, entry, sent: source, choices: names }]
  })

const featureCodes = Object.keys(features)
const pricedCodes = [...productCodes, ...featureCodes]

const strangers = (
  member: 'products' | 'features',
  codes: readonly string[],
  choices: readonly string[],
): readonly ContractFault[] =>
  codes.flatMap((sent, entry) => (choices.includes(sent) ? [] : [{ member, entry, sent, choices }]))

/** A creditor's document may come with its mask; it is kept bare, as it is compared. */
function withBareDocuments(contract: ClientContract): ClientContract {
  if (contract.creditors === undefined) return contract
  return {
    ...contract,
    creditors: contract.creditors.map(({ document, name }) => {
      const parsed = parseDocument(document)
      return { document: parsed.kind === 'document' ? parsed.document : document, name: name.trim() }
    }),
  }
}
