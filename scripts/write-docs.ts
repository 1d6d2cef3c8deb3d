import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { alertEmailStates, pauseReasons } from '@lastro/contract/alerts/alert-registrations.ts'
import { deliveryStates } from '@lastro/contract/alerts/alerts.ts'
import { codesOf } from '@lastro/contract/codes-of.ts'
import {
  listingStates,
  refusalReasons,
  releaseReasons,
  reviewCauses,
} from '@lastro/contract/listings/listing-codes.ts'
import { policySchema } from '@lastro/contract/policies/policy.ts'
import { unitTexts } from '@lastro/contract/policies/policy-faults.ts'
import { policyFilters } from '@lastro/contract/policies/policy-filters.ts'
import { policyValueNames, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { documentFaults, fieldErrors, problems } from '@lastro/contract/problems/problems.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { type DocumentType, sectionName } from '@lastro/contract/reports/sections.ts'
import { sectionFaults } from '@lastro/contract/reports/source-faults.ts'
import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import { type Language, languages, type Text } from '@lastro/contract/text.ts'
import { testDocuments } from '@lastro/service/features/sandbox/test-documents.ts'

/** What the data gives for one page of the guide, and the name of the marks it stands between. */
export type GeneratedPart = { readonly path: string; readonly mark: string; readonly text: string }

/** Every part of the guide that is made from data, in both languages. */
export const generatedParts = (): readonly GeneratedPart[] =>
  languages.flatMap((language) => [
    {
      path: `docs/guide/${language}/sandbox.md`,
      mark: 'test documents',
      text: testDocumentTables(language),
    },
    { path: `docs/guide/${language}/errors.md`, mark: 'problems', text: problemTables(language) },
    { path: `docs/guide/${language}/listings.md`, mark: 'listing codes', text: listingTables(language) },
    { path: `docs/guide/${language}/alerts.md`, mark: 'alert codes', text: alertTables(language) },
    {
      path: `docs/guide/${language}/policies.md`,
      mark: 'policy values',
      text: policyValueTables(language),
    },
  ])

/** The JSON Schema of policies, beside those that are examples. */
export const policySchemaPath = 'examples/policies/policy.schema.json'
export const policySchemaText = (): string => `${JSON.stringify(policySchema, null, 2)}\n`

/** The page with the part in its place: what stood between the marks is gone, the rest is untouched. */
export function pageWith(page: string, { path, mark, text }: GeneratedPart): string {
  const begin = `<!-- ${mark}: begin -->`
  const end = `<!-- ${mark}: end -->`
  const pieces = page.split(begin)
  const after = pieces[1]?.split(end) ?? []
  if (pieces.length !== 2 || after.length !== 2) {
    throw new Error(`${path} must have ${begin} and ${end}, each once and in this order`)
  }
  return `${pieces[0]}${begin}\n\n${text}\n\n${end}${after[1]}`
}

/** Where the paths of the parts begin. */
export const root = join(import.meta.dirname, '..')

function writeDocs(): void {
  for (const part of generatedParts()) {
    const file = join(root, part.path)
    writeFileSync(file, pageWith(readFileSync(file, 'utf8'), part))
    process.stdout.write(`${part.path}\n`)
  }
  writeFileSync(join(root, policySchemaPath), policySchemaText())
}

function testDocumentTables(language: Language): string {
  const documents = testDocuments(products, language)
  return (['CPF', 'CNPJ'] as const)
    .flatMap((type) => {
      const rows = documents
        .filter((one) => one.documentType === type)
        .map(({ documento, title, shows, status }) => [code(documento), title, shows, statusText(status)])
      return [`### ${type}`, acceptedBy(type, language), table(testDocumentColumns[language], rows)]
    })
    .join('\n\n')
}

/** The basic report's status, and the products that answer another. */
function statusText({ relatorioBasico, ...others }: SandboxDocument['status']): string {
  const different = Object.entries(others).filter(([, status]) => status !== relatorioBasico)
  return [String(relatorioBasico), ...different.map(([name, status]) => `${code(name)} ${status}`)].join(', ')
}

function acceptedBy(type: DocumentType, language: Language): string {
  const accepting = products.filter((one) => one.documentTypes.includes(type)).map((one) => code(one.code))
  return `${texts.acceptedBy[language]} ${accepting.join(', ')}.`
}

function problemTables(language: Language): string {
  const problemRows = Object.entries(problems)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([name, { status, title, detail }]) => [
      String(status),
      code(name),
      `**${title[language]}.** ${detail[language]}`,
    ])
  return [
    `### ${texts.problems[language]}`,
    table(problemColumns[language], problemRows),
    ...textTable(texts.fieldErrors, fieldErrors, language),
    ...textTable(texts.documentFaults, documentFaults, language),
    ...textTable(texts.sourceFaults, sectionFaults, language),
  ].join('\n\n')
}

function listingTables(language: Language): string {
  return [
    ...textTable(texts.listingStates, listingStates, language),
    ...textTable(texts.reviews, reviewCauses, language),
    ...textTable(texts.refusals, refusalReasons, language),
    ...textTable(texts.releases, releaseReasons, language),
  ].join('\n\n')
}

function alertTables(language: Language): string {
  return [
    ...textTable(texts.alertEvents, alertEvents, language),
    ...textTable(texts.deliveryStates, deliveryStates, language),
    ...textTable(texts.alertEmailStates, alertEmailStates, language),
    ...textTable(texts.pauseReasons, pauseReasons, language),
  ].join('\n\n')
}

function policyValueTables(language: Language): string {
  const rows = policyValueNames.map((name) => {
    const { unit, description, choices, documentTypes, sections, leaves, filters } = policyValues[name]
    const [only] = documentTypes.length === 1 ? documentTypes : []
    return [
      code(name),
      unitTexts[unit][language],
      [
        description[language],
        ...(choices.length > 0 ? [`${texts.choices[language]} ${choices.map(code).join(', ')}.`] : []),
        ...(only === undefined ? [] : [`${texts.only[language]} ${only}.`]),
      ].join(' '),
      (name.startsWith('negative.') ? [...new Set(sections.map(sectionName))] : leaves).map(code).join(', '),
      filters.map(code).join(', '),
    ]
  })
  return [
    table(policyValueColumns[language], rows),
    `### ${texts.filters[language]}`,
    table(policyFilterColumns[language], textRows(policyFilters, language)),
  ].join('\n\n')
}

function textTable(title: Text, entries: Readonly<Record<string, Text>>, language: Language): string[] {
  return [`### ${title[language]}`, table(textColumns[language], textRows(entries, language))]
}

const textRows = (entries: Readonly<Record<string, Text>>, language: Language): string[][] =>
  codesOf(entries).map((name) => [code(name), entries[name]?.[language] ?? ''])

type Columns = Readonly<Record<Language, readonly string[]>>

const testDocumentColumns: Columns = {
  pt: ['documento', 'cenário', 'o que mostra', 'status'],
  en: ['document', 'scenario', 'what it shows', 'status'],
}
const problemColumns: Columns = {
  pt: ['status', 'code', 'o que houve e o que fazer'],
  en: ['status', 'code', 'what happened and what to do'],
}
const policyValueColumns: Columns = {
  pt: ['nome', 'em', 'o que é', 'lido de', 'filtros'],
  en: ['name', 'in', 'what it is', 'read from', 'filters'],
}
const policyFilterColumns: Columns = { pt: ['filtro', 'o que deixa'], en: ['filter', 'what it leaves'] }
const textColumns: Columns = { pt: ['code', 'mensagem'], en: ['code', 'message'] }

const texts = {
  choices: { pt: 'Escolhas:', en: 'Choices:' },
  only: { pt: 'Só', en: 'Only' },
  filters: { pt: 'Filtros', en: 'Filters' },
  acceptedBy: { pt: 'Aceitos por:', en: 'Accepted by:' },
  problems: { pt: 'Problemas', en: 'Problems' },
  fieldErrors: { pt: 'Erros de campo (`errors[].code`)', en: 'Field errors (`errors[].code`)' },
  documentFaults: {
    pt: 'Erros de documento (`errors[].code` de `document_invalid`)',
    en: 'Document errors (`errors[].code` of `document_invalid`)',
  },
  alertEvents: { pt: 'Eventos', en: 'Events' },
  deliveryStates: { pt: 'Estados de uma entrega', en: 'States of a delivery' },
  alertEmailStates: { pt: 'Estados de um e-mail', en: 'States of an e-mail address' },
  pauseReasons: {
    pt: 'Por que um e-mail está parado (`pause.code`)',
    en: 'Why an address is paused (`pause.code`)',
  },
  listingStates: { pt: 'Estados', en: 'States' },
  reviews: {
    pt: 'Por que espera pelo operador (`review.code`)',
    en: 'Why it waits for the operator (`review.code`)',
  },
  refusals: { pt: 'Recusas (`refusal.code`)', en: 'Refusals (`refusal.code`)' },
  releases: { pt: 'Motivos de baixa (`reason`)', en: 'Reasons of a release (`reason`)' },
  sourceFaults: {
    pt: 'Falhas de fonte (`error.code` de uma seção)',
    en: 'Source faults (`error.code` of a section)',
  },
} as const satisfies Record<string, Text>

/** Padded by column, which is how the formatter leaves a table. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [columns, ...rows].map((cells) => cells.map(cell))
  const widths = columns.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

const code = (text: string): string => `\`${text}\``

if (import.meta.main) writeDocs()
