import type { Language } from '@lastro/contract/text.ts'
import type { TSchema } from 'typebox'
import { type Html, html, prose } from '../../drawing/html.ts'
import { pageTexts } from '../page-texts.ts'
import { type Field, fieldsOf } from './schema-fields.ts'

/** An answer's fields as a tree that opens and closes without a script. */
export const schemaTree = (schema: TSchema, language: Language): Html =>
  branch(fieldsOf(schema, language), language, 0)

/** The envelope and its result stand open, so that a reader begins at the report's own blocks. */
const openDepth = 2

const branch = (fields: readonly Field[], language: Language, depth: number): Html =>
  html`<ul class="fields">${fields.map((field) => html`<li>${node(field, language, depth)}</li>`)}</ul>`

function node(field: Field, language: Language, depth: number): Html {
  const line = fieldLine(field, language)
  if (field.fields.length === 0) return html`<div class="leaf">${line}</div>`
  const inside = branch(field.fields, language, depth + 1)
  return depth < openDepth
    ? html`<details open><summary>${line}</summary>${inside}</details>`
    : html`<details><summary>${line}</summary>${inside}</details>`
}

const fieldLine = (field: Field, language: Language): Html =>
  html`<span class="name"><code>${field.name}</code></span> <span class="meta">${field.type}${
    field.required ? html` <b class="mark">${pageTexts.always[language]}</b>` : undefined
  }</span> <span class="about">${prose(field.description ?? '')} ${fieldValues(field, language)}</span>`

/** More values than this are a catalogue, which has its own place on the page. */
const shownValueCountMax = 8

/** The values a field can have, or an example where it can have any. */
export function fieldValues(
  { values, example }: Pick<Field, 'values'> & Partial<Pick<Field, 'example'>>,
  language: Language,
): Html {
  if (values.length > shownValueCountMax) return html``
  if (values.length > 0)
    return html`<span class="values">${values.map((value) => html`<code>${value}</code> `)}</span>`
  if (example === undefined) return html``
  return html`<span class="example">${pageTexts.exampleLabel[language]} <code>${example}</code></span>`
}
