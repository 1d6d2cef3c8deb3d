import type { Operation } from '@lastro/contract/operation.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { features } from '@lastro/contract/reports/products.ts'
import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html } from '../drawing/html.ts'
import { inLanguage, type LinkGroup, readingPage } from '../reading/reading-page.ts'
import type { SearchEntry } from '../reading/search-index.ts'
import { methodMark, operationText } from './operation/operation-page.ts'
import { fieldsOf } from './operation/schema-fields.ts'
import { overviewText } from './overview-text.ts'
import { pageTexts } from './page-texts.ts'
import {
  docsPath,
  documentsPath,
  featuresPath,
  operationPath,
  problemsPath,
  referenceIndexPath,
  referenceScriptPath,
  statesPath,
} from './paths.ts'
import { featureTables } from './tables/feature-tables.ts'
import { listingStatesText } from './tables/listing-states.ts'
import { problemCatalogue } from './tables/problem-catalogue.ts'
import { purposeTable } from './tables/purpose-table.ts'
import { testDocumentTable } from './tables/test-document-table.ts'
import { type Tag, tagsOf } from './tags.ts'

/** What the reference tells of. */
export type Reference = {
  readonly operations: readonly Operation[]
  readonly testDocuments: (language: Language) => readonly SandboxDocument[]
}

/** A page by its address; undefined where there is none. */
export function referencePage(reference: Reference, path: string, language: Language): string | undefined {
  const tags = tagsOf(reference.operations)
  const content = contentOf(reference, tags, path, language)
  if (content === undefined) return undefined
  return readingPage({
    ...content,
    language,
    path,
    part: 'reference',
    indexPath: referenceIndexPath,
    groups: [startLinks(language), ...tags.map((tag) => tagLinks(tag, language))],
    scripts: [referenceScriptPath],
  })
}

/** Every address that has a page. */
export const referencePaths = ({ operations }: Pick<Reference, 'operations'>): readonly string[] => [
  ...tables.map(({ path }) => path),
  ...operations.map(({ id }) => operationPath(id)),
]

type Content = { readonly title: string; readonly main: Html }

function contentOf(
  reference: Reference,
  tags: readonly Tag[],
  path: string,
  language: Language,
): Content | undefined {
  const found = tables.find((one) => one.path === path)
  if (found !== undefined)
    return { title: found.title[language], main: found.draw({ ...reference, tags }, language) }
  const operation = reference.operations.find(({ id }) => operationPath(id) === path)
  return operation && { title: operation.summary[language], main: operationText(operation, language) }
}

type ReferenceParts = Reference & { readonly tags: readonly Tag[] }

/** The pages that are no operation. */
const tables = [
  {
    path: docsPath,
    title: pageTexts.overview,
    draw: ({ tags }: ReferenceParts, language: Language) => overviewText(tags, language),
  },
  {
    path: problemsPath,
    title: pageTexts.problemCatalogue,
    draw: (_: ReferenceParts, language: Language) => problemCatalogue(language),
  },
  {
    path: documentsPath,
    title: pageTexts.testDocuments,
    draw: ({ testDocuments }: ReferenceParts, language: Language) =>
      testDocumentTable(testDocuments(language), language),
  },
  {
    path: statesPath,
    title: pageTexts.states,
    draw: (_: ReferenceParts, language: Language) => listingStatesText(language),
  },
  {
    path: featuresPath,
    title: pageTexts.features,
    draw: (_: ReferenceParts, language: Language) =>
      html`${featureTables(language)}${purposeTable(language)}`,
  },
]

const startLinks = (language: Language): LinkGroup => ({
  title: pageTexts.start[language],
  links: tables.map(({ path, title }) => ({ path, text: title[language] })),
})

const tagLinks = ({ name, operations }: Tag, language: Language): LinkGroup => ({
  title: name[language],
  links: operations.map(({ id, summary, method }) => ({
    path: operationPath(id),
    text: summary[language],
    mark: methodMark(method),
  })),
})

/** What the search of the reference looks through. */
export const referenceEntries = (
  { operations, testDocuments }: Reference,
  language: Language,
): readonly SearchEntry[] => [
  ...operations.map((operation) => operationEntry(operation, language)),
  ...Object.entries(problems).map(([code, { title, detail }]) => ({
    href: inLanguage(`${problemsPath}#${code}`, language),
    title: code,
    page: pageTexts.problemCatalogue[language],
    text: `${title[language]}. ${detail[language]}`,
  })),
  ...Object.entries(features).map(([code, { name, description }]) => ({
    href: inLanguage(featuresPath, language),
    title: code,
    page: pageTexts.features[language],
    text: `${name[language]}. ${description[language]}`,
  })),
  ...testDocuments(language).map(({ documento, documentType, title, shows }) => ({
    href: inLanguage(`${documentsPath}#${documentType.toLowerCase()}`, language),
    title: documento,
    page: pageTexts.testDocuments[language],
    text: `${title}. ${shows}`,
  })),
]

function operationEntry(operation: Operation, language: Language): SearchEntry {
  const { id, method, path, summary, description, request } = operation
  const fields = request === undefined ? [] : fieldsOf(request.schema, language).map(({ name }) => name)
  return {
    href: inLanguage(operationPath(id), language),
    title: summary[language],
    page: `${method} ${path}`,
    text: [description[language], id, ...fields].join(' '),
  }
}
